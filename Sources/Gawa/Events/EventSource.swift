import Foundation

/// A broadcast: every value reaches every one who listens then.
///
/// ```swift
/// let changes = EventSource<FollowChange>()
/// // In a service's declarations:
/// bridge.event("changed", of: FollowChange.self) { (service: Self) in service.changes }
/// // Anywhere, from any thread:
/// changes.emit(FollowChange(id: "42", isFollowing: true))
/// ```
///
/// Each listener, a task that iterates or a page that hears the event, has a buffer of its own. One that falls behind by
/// more than the buffer holds misses the oldest values; the bridge tells ``Bridge/onDiagnostic`` of its pages, and
/// ``droppedCount`` counts all. All listeners get the values in one order.
///
/// A listener is there from `makeAsyncIterator()` on, and goes with its iterator or when its task is cancelled. It does
/// not keep the source: when the source goes, the sequence ends after what the listener has not taken yet.
public final class EventSource<Value: Sendable>: AsyncSequence, @unchecked Sendable {
    /// What a source keeps for listeners to come.
    public enum Keeping: Sendable, Hashable {
        /// Nothing: a value without listeners is gone, and ``EventSource/emit(_:)`` says so by returning 0.
        case nothing
        /// The latest value, with which each listener begins.
        case latest
        /// The newest values from before there was any listener, at most so many. The first listener gets them, in
        /// order; from then on nothing is kept.
        case untilFirstListener(Int)
    }

    /// What the sequence gives.
    public typealias Element = Value

    /// Gives the values to one listener.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let listener: EventListener<Value>

        /// Waits for the next value; nil at the end.
        public mutating func next() async -> Value? {
            await listener.next()
        }

        /// Waits for the next value without leaving the caller's actor.
        @available(macOS 15, iOS 18, *)
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
            await listener.next()
        }
    }

    // Sound: all that changes is read and written under the lock.
    private let lock = NSLock()
    private let keeping: Keeping
    private let bufferSize: Int
    private var kept = Queue<Value>()
    private var latest: Value?
    private var hadListener = false
    private var isFinished = false
    private var lostCount = 0
    private var listeners: [UInt64: (mailbox: Mailbox<EventBuffer<Value>>, report: DropReport.Report?)] = [:]
    private var lastNumber: UInt64 = 0

    /// Makes a source without listeners.
    ///
    /// - Parameters:
    ///   - keeping: What it keeps for listeners to come.
    ///   - bufferSize: How many values wait for a listener at most, the newest; at least one.
    public init(keeping: Keeping = .nothing, bufferSize: Int = 256) {
        self.keeping = keeping
        self.bufferSize = bufferSize
    }

    deinit {
        finish()
    }

    /// How many listen.
    public var listenerCount: Int { lock.withLock { listeners.count } }

    /// How many values all listeners have missed, and how many gave way before there was one.
    public var droppedCount: Int { lock.withLock { lostCount } }

    // MARK: Emitting

    /// Gives a value to all who listen.
    ///
    /// - Returns: How many they are. 0 also when the value is kept for one to come, and when the source is finished.
    @discardableResult
    public func emit(_ value: Value) -> Int {
        var reports: [(DropReport.Report, Int)] = []
        let count = lock.withLock {
            guard !isFinished else { return 0 }
            keep(value)
            for listener in listeners.values {
                // Under the lock, so that the order is the same for all.
                let (hasDropped, count) = listener.mailbox.update { buffer in
                    let before = buffer.droppedCount
                    let count = buffer.receive(value)
                    return (buffer.droppedCount > before, count)
                }
                if hasDropped { lostCount += 1 }
                if let count, let report = listener.report { reports.append((report, count)) }
            }
            return listeners.count
        }
        for (report, count) in reports { report(count) }
        return count
    }

    /// Ends the sequences of all who listen, after what they have not taken yet. Nothing can be emitted any more.
    public func finish() {
        lock.withLock {
            isFinished = true
            for listener in listeners.values { listener.mailbox.update { $0.end() } }
            listeners = [:]
        }
    }

    private func keep(_ value: Value) {
        switch keeping {
        case .nothing: break
        case .latest: latest = value
        case .untilFirstListener(let limit):
            guard !hadListener else { return }
            kept.append(value)
            if kept.count > limit, kept.popFirst() != nil { lostCount += 1 }
        }
    }

    // MARK: Listening

    /// Adds a listener, who goes with the iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        let report = DropReport.current
        return lock.withLock {
            // What was kept all fits, whatever the buffer's size.
            var buffer = EventBuffer<Value>(limit: Swift.max(bufferSize, kept.count))
            if let latest { _ = buffer.receive(latest) }
            while let value = kept.popFirst() { _ = buffer.receive(value) }
            hadListener = true
            if isFinished { buffer.end() }
            let mailbox = Mailbox(buffer)
            lastNumber += 1
            let number = lastNumber
            if !isFinished { listeners[number] = (mailbox, report) }
            return AsyncIterator(listener: EventListener(mailbox) { [weak self] in self?.remove(number) })
        }
    }

    private func remove(_ number: UInt64) {
        // Outside of the lock: with it may go values that have something to do when they go.
        _ = lock.withLock { listeners.removeValue(forKey: number) }
    }
}
