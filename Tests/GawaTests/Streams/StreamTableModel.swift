@testable import Gawa

/// What a table of streams must do, said another way: the whole history of every stream.
struct StreamTableModel {
    private struct Stream {
        var isOpen = true
        /// The lengths of all items that were ever sent.
        var sent: [Int] = []
        var takenCount = 0
        /// The length that waits to be sent, 0 for any; nil when nothing waits.
        var waiting: Int?

        var underWay: [Int] { Array(sent.dropFirst(takenCount)) }
    }

    private let limit: Int
    private let itemLimit: Int
    private let byteLimit: Int
    private var streams: [Int: Stream] = [:]
    private var isClosed = false

    init(limit: Int, itemLimit: Int, byteLimit: Int) {
        self.limit = limit
        self.itemLimit = itemLimit
        self.byteLimit = byteLimit
    }

    var openIDs: [Int] { streams.filter(\.value.isOpen).map(\.key).sorted() }
    var allIDs: [Int] { streams.keys.sorted() }

    /// How often each stream has ended.
    private(set) var endCounts: [Int: Int] = [:]

    func underWay(_ id: Int) -> [Int] { streams[id]?.underWay ?? [] }

    mutating func expect(_ event: StreamTable.Event) -> [StreamTable.Action] {
        switch event {
        case .opened(let id):
            guard !isClosed, streams[id]?.isOpen != true else { return [] }
            guard openIDs.count < limit else { return [.refuse(id)] }
            streams[id] = Stream()
            endCounts[id] = 0
            return [.start(id)]
        case .granted(let id, let count): return grant(id, count)
        case .left(let id): return end(id, [.cancel(id)])
        case .finished(let id): return end(id, [.sendEnd(id)])
        case .failed(let id): return end(id, [.sendError(id)])
        case .expired(let id): return end(id, [.sendTimeOut(id), .cancel(id)])
        case .hidden: return endAll()
        case .closed:
            isClosed = true
            return endAll()
        }
    }

    mutating func expectAsking(_ id: Int) -> StreamTable.Permission {
        guard streams[id]?.isOpen == true else { return .stop }
        let underWay = underWay(id)
        let isFree = underWay.isEmpty || (underWay.count < itemLimit && underWay.reduce(0, +) < byteLimit)
        if !isFree { streams[id]?.waiting = 0 }
        return isFree ? .go : .wait
    }

    mutating func expectSending(_ id: Int, _ length: Int) -> StreamTable.Permission {
        guard streams[id]?.isOpen == true else { return .stop }
        guard fits(length, id) else {
            streams[id]?.waiting = length
            return .wait
        }
        streams[id]?.sent.append(length)
        return .go
    }

    private func fits(_ length: Int, _ id: Int) -> Bool {
        let underWay = underWay(id)
        return underWay.isEmpty || (underWay.count < itemLimit && underWay.reduce(0, +) + length <= byteLimit)
    }

    private mutating func grant(_ id: Int, _ count: Int) -> [StreamTable.Action] {
        guard streams[id]?.isOpen == true else { return [] }
        let all = underWay(id).count
        var actions: [StreamTable.Action] = 1...max(all, 1) ~= count && all > 0 ? [] : [.report(id)]
        streams[id]?.takenCount += min(max(count, 0), all)
        guard let waiting = streams[id]?.waiting else { return actions }
        let underWay = underWay(id)
        let isFree =
            waiting == 0
            ? underWay.isEmpty || (underWay.count < itemLimit && underWay.reduce(0, +) < byteLimit) : fits(waiting, id)
        if isFree {
            streams[id]?.waiting = nil
            actions.append(.wake(id))
        }
        return actions
    }

    private mutating func end(_ id: Int, _ actions: [StreamTable.Action]) -> [StreamTable.Action] {
        guard streams[id]?.isOpen == true else { return [] }
        streams[id]?.isOpen = false
        endCounts[id, default: 0] += 1
        return actions
    }

    private mutating func endAll() -> [StreamTable.Action] {
        openIDs.flatMap { end($0, [.cancel($0)]) }
    }
}
