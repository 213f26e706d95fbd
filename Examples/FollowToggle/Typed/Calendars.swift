import FollowToggleShared
import Gawa

/// The object `calendars` of the page.
struct Calendars: BridgeService {
    let store: CalendarService

    static let name = "calendars"
    static let documentation = "Public calendars, which the user can follow."

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("follow", "id") { (service: Self, id: String) async throws in
            try await service.store.follow(id)
        }
        bridge.function("unfollow", "id") { (service: Self, id: String) async throws in
            try await service.store.unfollow(id)
        }
        bridge.function("isFollowing", "id") { (service: Self, id: String) async in
            await service.store.isFollowing(id)
        }
    }
}
