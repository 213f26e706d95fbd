import Foundation
import GawaWebKit

/// What a lane's thread hands to the main actor, in order.
final class LaneInbox: @unchecked Sendable {
    enum Delivery: Sendable {
        /// The document has said its name; it comes before all others.
        case greeting(String)
        /// All items of a message.
        case items(WireElements)
        /// Some items of a message.
        case chosen([WireNode])
        /// The page's answer to a call was too long.
        case longAnswer(Int)
        /// A message was dropped.
        case malformed(String)
        case ended(LaneEnd)
    }

    // A page may send faster than the main actor takes. Its lane is not read meanwhile, and the page keeps what it sends.
    private static let byteLimit = 64 << 20

    private let condition = NSCondition()
    // Sound: all of it is read and written under the lock only.
    private var deliveries: [Delivery] = []
    private var byteCount = 0
    private var isClosed = false
    private var isHoldingBack = false
    private var wake: (@Sendable () -> Void)?

    /// - Parameter wake: Asks the main actor to call ``take()``; called when there is something to take, and not again
    ///   until it was taken.
    func start(_ wake: @escaping @Sendable () -> Void) {
        condition.withLock { self.wake = wake }
    }

    /// Adds something, when there is room for it.
    ///
    /// - Parameter byteCount: About how much memory it takes.
    func put(_ delivery: Delivery, byteCount count: Int = 0) {
        condition.lock()
        // The end is awaited by nobody who could make room.
        let isEnd = if case .ended = delivery { true } else { false }
        while !isEnd, byteCount > 0, byteCount + count > Self.byteLimit, !isClosed {
            isHoldingBack = true
            condition.wait()
        }
        isHoldingBack = false
        guard !isClosed else { return condition.unlock() }
        let isFirst = deliveries.isEmpty
        deliveries.append(delivery)
        // Nothing is for free.
        byteCount += count + 64
        let wake = isFirst ? wake : nil
        condition.unlock()
        wake?()
    }

    /// Whether the lane's thread waits for room.
    var isFull: Bool { condition.withLock { isHoldingBack } }

    /// Takes all that is there.
    func take() -> [Delivery] {
        condition.lock()
        defer { condition.unlock() }
        let taken = deliveries
        deliveries = []
        byteCount = 0
        condition.broadcast()
        return taken
    }

    /// Drops what is there and what comes.
    func close() {
        condition.lock()
        isClosed = true
        let dropped = deliveries
        deliveries = []
        wake = nil
        condition.broadcast()
        condition.unlock()
        // Freed outside of the lock.
        _ = dropped
    }
}
