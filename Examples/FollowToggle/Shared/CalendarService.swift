/// The native side's knowledge of public calendars; following one takes a while, as over a network.
@MainActor
package final class CalendarService {
    package struct UnknownCalendar: Error, CustomStringConvertible {
        let id: String
        package var description: String { "There is no calendar \(id)" }
    }

    /// How long it takes to follow or unfollow a calendar.
    package var delay = Duration.seconds(1)

    private let known: Set = ["sample-id"]
    private var followed: Set<String> = []

    package nonisolated init() {}

    package func isFollowing(_ id: String) -> Bool {
        followed.contains(id)
    }

    package func follow(_ id: String) async throws {
        try await reach(id)
        followed.insert(id)
        print("Calendars: followed \(id)")
    }

    package func unfollow(_ id: String) async throws {
        try await reach(id)
        followed.remove(id)
        print("Calendars: unfollowed \(id)")
    }

    private func reach(_ id: String) async throws {
        try await Task.sleep(for: delay)
        guard known.contains(id) else { throw UnknownCalendar(id: id) }
    }
}
