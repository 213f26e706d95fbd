/// The native side's knowledge of public calendars; following one takes a while, as over a network.
@MainActor
final class CalendarService {
    struct UnknownCalendar: Error, CustomStringConvertible {
        let id: String
        var description: String { "There is no calendar \(id)" }
    }

    /// How long it takes to follow or unfollow a calendar.
    var delay = Duration.seconds(1)

    private let known: Set = ["sample-id"]
    private var followed: Set<String> = []

    nonisolated init() {}

    func isFollowing(_ id: String) -> Bool {
        followed.contains(id)
    }

    func follow(_ id: String) async throws {
        try await reach(id)
        followed.insert(id)
    }

    func unfollow(_ id: String) async throws {
        try await reach(id)
        followed.remove(id)
    }

    private func reach(_ id: String) async throws {
        try await Task.sleep(for: delay)
        guard known.contains(id) else { throw UnknownCalendar(id: id) }
    }
}
