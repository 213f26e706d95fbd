@testable import Gawa

/// What a table of calls must do, said another way: the whole history of every call, and how many ends each had.
struct CallTableModel {
    private enum State { case waiting, ended }

    private let limit: Int
    private var fromPage: [Int: State] = [:]
    private var toPage: [Int: State] = [:]
    private var greatest = 0
    private var asked = 0
    private var isClosed = false

    init(limit: Int) {
        self.limit = limit
    }

    var waitingFromPage: [Int] { fromPage.filter { $0.value == .waiting }.map(\.key).sorted() }
    var waitingToPage: [Int] { toPage.filter { $0.value == .waiting }.map(\.key).sorted() }

    /// What must come of an event, in any order.
    mutating func expect(_ event: CallTable.Event) -> [CallTable.Action] {
        switch event {
        case .called(let id):
            guard !isClosed, id > greatest else { return [] }
            greatest = id
            let isFull = waitingFromPage.count >= limit
            fromPage[id] = isFull ? .ended : .waiting
            return isFull ? [.refuse(id)] : [.start(id)]
        case .returned(let id): return endFromPage(id, [.answer(id)])
        case .aborted(let id): return endFromPage(id, [.cancel(id)])
        case .asked:
            asked += 1
            toPage[asked] = isClosed ? .ended : .waiting
            return isClosed ? [.resume(asked, .gone)] : [.ask(asked)]
        case .answered(let id): return endToPage(id, [.resume(id, .answer)])
        case .cancelled(let id): return endToPage(id, [.abort(id), .resume(id, .cancellation)])
        case .expired(.fromPage(let id)): return endFromPage(id, [.answerTimeOut(id), .cancel(id)])
        case .expired(.toPage(let id)): return endToPage(id, [.abort(id), .resume(id, .timeOut)])
        case .hidden: return endAll()
        case .closed:
            isClosed = true
            return endAll()
        }
    }

    private mutating func endFromPage(_ id: Int, _ actions: [CallTable.Action]) -> [CallTable.Action] {
        guard fromPage[id] == .waiting else { return [] }
        fromPage[id] = .ended
        return actions
    }

    private mutating func endToPage(_ id: Int, _ actions: [CallTable.Action]) -> [CallTable.Action] {
        guard toPage[id] == .waiting else { return [] }
        toPage[id] = .ended
        return actions
    }

    private mutating func endAll() -> [CallTable.Action] {
        let actions = waitingFromPage.map { CallTable.Action.cancel($0) } + waitingToPage.map { .resume($0, .gone) }
        for id in waitingFromPage { fromPage[id] = .ended }
        for id in waitingToPage { toPage[id] = .ended }
        return actions
    }
}
