/// Who hears the events of pages.
@MainActor
final class PageEventList {
    /// An event by its names in the page.
    struct Event: Hashable {
        let namespace: String
        let name: String

        var path: String { "\(namespace).\(name)" }
    }

    private struct WeakListener {
        weak var listener: (any PageEventListening)?
    }

    // So many of one event are a mistake: each new one means that those before were forgotten.
    static let suspiciousCount = 100

    private var listeners: [Event: [WeakListener]] = [:]

    nonisolated init() {}

    /// Adds a listener, who is there as long as somebody else holds it.
    ///
    /// - Returns: How many there are now.
    @discardableResult
    func add(_ listener: any PageEventListening, to event: Event) -> Int {
        var list = (listeners[event] ?? []).filter { $0.listener != nil }
        list.append(WeakListener(listener: listener))
        listeners[event] = list
        return list.count
    }

    func dispatch(_ event: Event, _ detail: WireNode?) {
        guard let list = listeners[event] else { return }
        var hasGone = false
        for entry in list {
            if let listener = entry.listener { listener.receive(detail) } else { hasGone = true }
        }
        if hasGone { prune(event) }
    }

    /// Ends all listeners: no event comes any more.
    func end() {
        let all = listeners
        listeners = [:]
        for entry in all.values.joined() { entry.listener?.end() }
    }

    /// How many hear an event.
    func count(of event: Event) -> Int { listeners[event]?.count { $0.listener != nil } ?? 0 }

    private func prune(_ event: Event) {
        let list = listeners[event]?.filter { $0.listener != nil } ?? []
        listeners[event] = list.isEmpty ? nil : list
    }
}
