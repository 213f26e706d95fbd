/// The streams and events that a page has opened in the app, and how much of each may be sent.
///
/// It decides, and does nothing: every stream that is opened ends exactly once, by whatever comes first, and nothing of
/// it is sent after that. Its owner carries out the actions.
struct StreamTable: Sendable {
    enum Event: Equatable, Sendable {
        /// The page opens a stream, or hears an event.
        case opened(Int)
        /// The page says that it has taken a number of items.
        case granted(Int, count: Int)
        /// The page has left the stream.
        case left(Int)
        /// There are no more items.
        case finished(Int)
        /// The stream's sequence threw, or there is none.
        case failed(Int)
        /// The time of the stream is over.
        case expired(Int)
        /// The document is hidden: what runs is void, but it may still open others.
        case hidden
        /// The document has gone, or the bridge was closed.
        case closed
    }

    enum Action: Equatable, Sendable {
        /// Run the stream's function.
        case start(Int)
        /// Tell the page that it has too many streams.
        case refuse(Int)
        /// Let the producer, who was told to wait, ask again.
        case wake(Int)
        /// Send the page the end.
        case sendEnd(Int)
        /// Send the page the error.
        case sendError(Int)
        /// Tell the page that the time is over.
        case sendTimeOut(Int)
        /// Cancel the task, and wake it if it waits.
        case cancel(Int)
        /// The page says that it took what it cannot have taken.
        case report(Int)
    }

    /// What a producer may do.
    enum Permission: Equatable, Sendable {
        case go
        /// Until ``Action/wake(_:)``, or the end.
        case wait
        /// Nothing more: the stream has ended.
        case stop
    }

    /// A stream that has not ended.
    private struct Open {
        var credit: StreamCredit
        /// What the producer waits to send: nothing, anything, or an item of a length.
        var wanted = Wanted.nothing
    }

    private enum Wanted { case nothing, any, length(Int) }

    let limit: Int
    private let itemLimit: Int
    private let byteLimit: Int
    private var open: [Int: Open] = [:]
    private(set) var isClosed = false

    /// - Parameters:
    ///   - limit: How many streams may be open.
    ///   - itemLimit: How many items of each may be on their way.
    ///   - byteLimit: How many bytes these may have together, if they are more than one.
    init(limit: Int, itemLimit: Int, byteLimit: Int) {
        self.limit = limit
        self.itemLimit = itemLimit
        self.byteLimit = byteLimit
    }

    var count: Int { open.count }

    /// The streams that have not ended, oldest first.
    var ids: [Int] { open.keys.sorted() }

    func isOpen(_ id: Int) -> Bool { open[id] != nil }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .opened(let id): begin(id)
        case .granted(let id, let count): grant(id, count)
        case .left(let id): end(id, [.cancel(id)])
        case .finished(let id): end(id, [.sendEnd(id)])
        case .failed(let id): end(id, [.sendError(id)])
        case .expired(let id): end(id, [.sendTimeOut(id), .cancel(id)])
        case .hidden: endAll()
        case .closed: close()
        }
    }

    // MARK: Producing

    /// Whether the producer may ask its sequence for the next item.
    mutating func mayAsk(_ id: Int) -> Permission {
        guard let stream = open[id] else { return .stop }
        if stream.credit.hasRoom { return .go }
        open[id]?.wanted = .any
        return .wait
    }

    /// Whether an item may be sent; if so, it counts as sent.
    mutating func send(_ id: Int, byteCount: Int) -> Permission {
        guard let stream = open[id] else { return .stop }
        guard stream.credit.hasRoom(for: byteCount) else {
            open[id]?.wanted = .length(byteCount)
            return .wait
        }
        open[id]?.credit.send(byteCount)
        return .go
    }

    // MARK: Private

    private mutating func begin(_ id: Int) -> [Action] {
        guard !isClosed, open[id] == nil else { return [] }
        guard open.count < limit else { return [.refuse(id)] }
        open[id] = Open(credit: StreamCredit(itemLimit: itemLimit, byteLimit: byteLimit))
        return [.start(id)]
    }

    private mutating func grant(_ id: Int, _ count: Int) -> [Action] {
        guard var stream = open[id] else { return [] }
        let isPossible = stream.credit.take(count)
        let isWoken =
            switch stream.wanted {
            case .nothing: false
            case .any: stream.credit.hasRoom
            case .length(let length): stream.credit.hasRoom(for: length)
            }
        if isWoken { stream.wanted = .nothing }
        open[id] = stream
        return (isPossible ? [] : [.report(id)]) + (isWoken ? [.wake(id)] : [])
    }

    private mutating func end(_ id: Int, _ actions: [Action]) -> [Action] {
        open.removeValue(forKey: id) == nil ? [] : actions
    }

    private mutating func endAll() -> [Action] {
        defer { open.removeAll() }
        return ids.map(Action.cancel)
    }

    private mutating func close() -> [Action] {
        isClosed = true
        return endAll()
    }
}
