/// One who listens to an ``EventSource``, as long as this is held.
final class EventListener<Value: Sendable>: Sendable {
    let mailbox: Mailbox<EventBuffer<Value>>
    private let remove: @Sendable () -> Void

    /// - Parameter remove: Takes it out of its source; called any number of times, from any thread.
    init(_ mailbox: Mailbox<EventBuffer<Value>>, remove: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.remove = remove
    }

    deinit {
        remove()
    }

    nonisolated(nonsending) func next() async -> Value? {
        switch await mailbox.next() {
        case .value(let value): return value
        case .end:
            // Not when the iterator goes, which may be later: nobody listens from here on.
            remove()
            return nil
        }
    }
}
