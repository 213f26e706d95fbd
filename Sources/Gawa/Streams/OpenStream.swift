/// A stream or event that a page has opened, as long as its task runs.
@MainActor
final class OpenStream {
    let id: Int
    let function: BoundFunction
    private weak var document: BridgedDocument?
    private var task: Task<Void, Never>?
    /// Wakes when its time is over, if it has a limit.
    private var clock: Task<Void, Never>?
    private var waiting: CheckedContinuation<Void, Never>?

    init(_ id: Int, _ function: BoundFunction, in document: BridgedDocument) {
        self.id = id
        self.function = function
        self.document = document
    }

    /// Keeps the tasks that run for it, to cancel them.
    func keep(_ task: Task<Void, Never>, _ clock: Task<Void, Never>?) {
        self.task = task
        self.clock = clock
    }

    /// Sends the items of a sequence, as the page takes them, until there are no more or nobody reads.
    func send(_ items: ItemSource) async {
        do {
            while await isAllowed({ $0.mayAsk(id) }) {
                guard let item = try await items.next() else {
                    // A cancelled sequence may end as if there were no more.
                    items.end(document?.streams.table.isOpen(id) == true ? .finished : .left)
                    document?.handle(stream: .finished(id))
                    return
                }
                guard await isAllowed({ $0.send(id, byteCount: item.byteCount) }) else { break }
                document?.send(item, ofStream: id)
            }
            items.end(.left)
        } catch {
            // What a cancelled sequence throws is no failure.
            guard document?.streams.table.isOpen(id) == true else { return items.end(.left) }
            let payload = ErrorPayload(error)
            items.end(.failed(payload))
            document?.fail(stream: id, payload)
        }
    }

    /// Asks until the answer is not to wait.
    private func isAllowed(_ ask: (inout StreamTable) -> StreamTable.Permission) async -> Bool {
        while let document {
            switch ask(&document.streams.table) {
            case .go: return true
            case .stop: return false
            case .wait: await withCheckedContinuation { waiting = $0 }
            }
        }
        return false
    }

    /// Lets it ask again.
    func wake() {
        waiting?.resume()
        waiting = nil
    }

    /// Stops what runs for it; the table has ended the stream.
    func cancel() {
        clock?.cancel()
        task?.cancel()
        wake()
    }

    /// Stops the clock: there are no more items.
    func finish() {
        clock?.cancel()
    }
}
