/// The calls of one document that wait for their end, in both directions.
///
/// It decides, and does nothing: every call that begins ends exactly once, by whatever comes first. Its owner carries out
/// the actions.
struct CallTable {
    /// A call that waits.
    enum Call: Hashable, Sendable {
        /// The page waits for a function of the app.
        case fromPage(Int)
        /// The app waits for a function of the page.
        case toPage(Int)
    }

    enum Event: Equatable, Sendable {
        /// The page calls.
        case called(Int)
        /// The app's function returned or threw.
        case returned(Int)
        /// The page has given up its call.
        case aborted(Int)
        /// The app calls.
        case asked
        /// The page answered the app.
        case answered(Int)
        /// The app's task was cancelled.
        case cancelled(Int)
        /// A call's time is over.
        case expired(Call)
        /// The document is hidden: what waits is void, but it may still call.
        case hidden
        /// The document has gone, or the bridge was closed.
        case closed
    }

    enum Action: Equatable, Sendable {
        /// Run the function.
        case start(Int)
        /// Tell the page that too many of its calls wait.
        case refuse(Int)
        /// Send the page what the function made.
        case answer(Int)
        /// Tell the page that the time is over.
        case answerTimeOut(Int)
        /// Cancel the function's task.
        case cancel(Int)
        /// Send the page a call.
        case ask(Int)
        /// Tell the page that nobody waits for its answer any more.
        case abort(Int)
        /// Let the app's caller go on with what ended its call.
        case resume(Int, Ending)
    }

    /// What ended a call of the app.
    enum Ending: Equatable, Sendable {
        case answer
        case cancellation
        case timeOut
        case gone
    }

    let pendingLimit: Int
    private var fromPage: Set<Int> = []
    private var toPage: Set<Int> = []
    private var lastFromPage = 0
    private var lastToPage = 0
    private(set) var isClosed = false

    init(pendingLimit: Int) {
        self.pendingLimit = pendingLimit
    }

    var count: Int { fromPage.count + toPage.count }

    var waitingFromPageCount: Int { fromPage.count }

    /// The page's calls that wait, oldest first.
    var waitingFromPage: [Int] { fromPage.sorted() }

    func isWaiting(_ call: Call) -> Bool {
        switch call {
        case .fromPage(let id): fromPage.contains(id)
        case .toPage(let id): toPage.contains(id)
        }
    }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .called(let id): call(id).map { [$0] } ?? []
        case .returned(let id): end(id) ? [.answer(id)] : []
        case .aborted(let id): fromPage.remove(id) == nil ? [] : [.cancel(id)]
        case .asked: asked()
        case .answered(let id): toPage.remove(id) == nil ? [] : [.resume(id, .answer)]
        case .cancelled(let id): toPage.remove(id) == nil ? [] : [.abort(id), .resume(id, .cancellation)]
        case .expired(.fromPage(let id)): fromPage.remove(id) == nil ? [] : [.answerTimeOut(id), .cancel(id)]
        case .expired(.toPage(let id)): toPage.remove(id) == nil ? [] : [.abort(id), .resume(id, .timeOut)]
        case .hidden: endAll()
        case .closed: close()
        }
    }

    // MARK: Numbers, which streams have of the same series

    /// Whether the page may use a number: it is greater than all before it.
    mutating func take(_ id: Int) -> Bool {
        // Numbers only grow, so one that is not above the last is a repetition.
        guard !isClosed, id > lastFromPage else { return false }
        lastFromPage = id
        return true
    }

    /// A number for the app; nil when the document has gone.
    mutating func number() -> Int? {
        guard !isClosed else { return nil }
        lastToPage += 1
        return lastToPage
    }

    /// Whether the app has used a number.
    func hasNumbered(_ id: Int) -> Bool { id > 0 && id <= lastToPage }

    // MARK: Handling

    // The two of every call are to be had without a list.

    /// The action of ``Event/called(_:)``.
    mutating func call(_ id: Int) -> Action? {
        guard take(id) else { return nil }
        guard fromPage.count < pendingLimit else { return .refuse(id) }
        fromPage.insert(id)
        return .start(id)
    }

    /// Whether ``Event/returned(_:)`` has its action, to answer the page.
    mutating func end(_ id: Int) -> Bool { fromPage.remove(id) != nil }

    private mutating func asked() -> [Action] {
        lastToPage += 1
        guard !isClosed else { return [.resume(lastToPage, .gone)] }
        toPage.insert(lastToPage)
        return [.ask(lastToPage)]
    }

    private mutating func endAll() -> [Action] {
        let actions = fromPage.sorted().map(Action.cancel) + toPage.sorted().map { Action.resume($0, .gone) }
        fromPage.removeAll()
        toPage.removeAll()
        return actions
    }

    private mutating func close() -> [Action] {
        isClosed = true
        return endAll()
    }
}
