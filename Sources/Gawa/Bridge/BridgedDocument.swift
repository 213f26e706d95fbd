import Foundation
import GawaWebKit

/// One document that speaks to a bridge: its calls, its tasks, and what is on its way to it.
@MainActor
final class BridgedDocument {
    let token: String
    let origin: WebOrigin
    let frame: WKFrameInfo
    let limits: BridgeLimits
    let functions: FunctionTable
    let diagnose: @MainActor (BridgeDiagnostic) -> Void

    /// Told once, when the document has gone.
    var onEnd: (() -> Void)?

    /// Finds out when the document has gone, and takes batches where there is no other carrier.
    private let messages: MessageCarrier
    /// Takes batches until the end; it may hold this document.
    private var carrier: (any BatchCarrier)?
    private var outbox: Outbox
    private let greatBatchByteCount: Int
    private(set) var isReceiving = false
    private var afterReceiving: [() -> Void] = []
    private var isFlushPlanned = false
    private var plannedEnd: BridgeError.PageGone?

    // MARK: State of the calls and streams; the extensions use it

    /// Leads here for what outlives the document.
    let link: DocumentLink
    let streams: DocumentStreams

    var table: CallTable {
        didSet { carrier?.note(waitingCount: table.waitingFromPageCount) }
    }
    /// The tasks of functions that have not returned, waited for or not.
    let running = RunningWork()
    let rate: SharedCallRate?
    var lastFunction: BoundFunction?
    /// The tasks of the page's calls.
    var tasks: [Int: Task<Void, Never>] = [:]
    /// Who waits for the page's answers.
    var waiting: [Int: (Result<PageAnswer, BridgeError>) -> Void] = [:]
    private(set) var endReason = BridgeError.PageGone.navigated
    private(set) lazy var clock = DeadlineClock(
        isWaiting: { [weak self] in self?.table.isWaiting($0) ?? false },
        expire: { [weak self] in self?.expire($0) })

    /// - Parameters:
    ///   - carrier: What takes batches, if not script messages do.
    ///   - rate: The limit of calls in a second, when others take of it too.
    ///   - link: Leads here from now on.
    init(
        token: String, origin: WebOrigin, frame: WKFrameInfo, key: String, limits: BridgeLimits,
        functions: FunctionTable, carrier: (any BatchCarrier)? = nil, rate: SharedCallRate? = nil,
        link: DocumentLink = DocumentLink(),
        diagnose: @escaping @MainActor (BridgeDiagnostic) -> Void
    ) {
        self.token = token
        self.origin = origin
        self.frame = frame
        self.limits = limits
        self.functions = functions
        self.diagnose = diagnose
        messages = MessageCarrier(key: key, token: token, origin: origin, frame: frame)
        table = CallTable(pendingLimit: limits.pendingCallCount)
        self.carrier = carrier ?? messages
        streams = DocumentStreams(limits)
        outbox = Outbox(token: token, isCounting: (carrier ?? messages).countsBatches)
        greatBatchByteCount = (carrier ?? messages).greatBatchByteCount
        self.rate = rate ?? SharedCallRate(limits)
        self.link = link
        link.lead(to: self)
        // The open call of the port holds this document until it has gone, so that its tasks are cancelled then, whoever
        // else has let go of it.
        messages.onGone = { reason in
            guard reason == .navigated else { return self.end(reason) }
            // What it said last may still be on its way.
            self.whenDrained { self.end(reason) }
        }
        messages.onTaken = { [weak self] in self?.flush() }
        messages.watch()
    }

    var isMainFrame: Bool { frame.isMainFrame }
    var webView: WKWebView? { frame.webView }
    var isGone: Bool { table.isClosed }
    /// What tells this document from another in the same frame.
    var port: (key: String, token: String, place: String) { (messages.key, token, messages.place) }
    var openReplyCount: Int { messages.openReplyCount }
    /// Whether its messages and batches are script messages.
    var usesMessages: Bool { carrier === messages }

    /// Whether it has gone, though its last words may still be on their way.
    private(set) var isLeaving = false

    /// Whether nothing is on its way that it sent before it went.
    var isDrained: Bool { carrier?.isDrained ?? true }

    /// Calls a closure when what it said last has come.
    ///
    /// Nothing new is asked of it meanwhile.
    func whenDrained(_ body: @escaping () -> Void) {
        isLeaving = true
        if let carrier { carrier.whenDrained(body) } else { body() }
    }

    /// Looks whether the document is still shown.
    func check() {
        messages.check()
    }

    /// Finds out how the document has ended, when nothing comes from it any more.
    func findEnd() {
        messages.findEnd()
    }

    // MARK: Receiving

    /// Takes the items of a message, without its first element, the token.
    func receive(_ items: some Sequence<WireNode>, reply: @escaping MessageCarrier.Reply) {
        messages.open(reply)
        receive(items)
    }

    /// Takes the items of a message that needs no reply.
    func receive(_ items: some Sequence<WireNode>) {
        isReceiving = true
        for item in items {
            // A function that ran a moment ago may have closed the bridge.
            if plannedEnd == nil { take(item) } else { refuse(item) }
        }
        isReceiving = false
        flush()
        if let plannedEnd { end(plannedEnd) }
        let bodies = afterReceiving
        afterReceiving = []
        for body in bodies { body() }
    }

    /// Calls a closure when the message that is being taken has been answered.
    func whenReceived(_ body: @escaping () -> Void) {
        afterReceiving.append(body)
    }

    func malformed(_ reason: String) {
        diagnose(.malformedMessage(origin: origin.description, reason: reason))
    }

    // MARK: Sending

    /// Sends an item with all others of this turn.
    func send(_ write: (inout WireWriter) -> Void) {
        outbox.append(write)
        if outbox.byteCount >= greatBatchByteCount { flush() }
        guard !isReceiving, !isFlushPlanned else { return }
        isFlushPlanned = true
        Task {
            self.isFlushPlanned = false
            self.flush()
        }
    }

    private func flush(isLast: Bool = false) {
        guard !outbox.isEmpty, !table.isClosed, let carrier, isLast || !carrier.isBusy else { return }
        carrier.send(outbox.take())
    }

    // MARK: The end

    /// Voids what waits: the page is hidden, and may come back under another token or send its last words.
    func hide() {
        carry(out: table.handle(.hidden))
        endStreams(.hidden, .navigated)
        clock.stop()
        endWaits(.navigated)
    }

    /// Ends all that waits.
    ///
    /// The page's promises are rejected too, where it is still there to be told.
    func end(_ reason: BridgeError.PageGone) {
        guard !table.isClosed else { return }
        // The message that is being taken is answered as a whole, with all its calls.
        if reason == .bridgeClosed && isReceiving {
            plannedEnd = reason
            carrier?.refuseCalls()
            return
        }
        // A frame is let go of with its page, and when there are too many: it may be shown for long.
        if reason == .bridgeClosed || !isMainFrame {
            let error: ErrorPayload = reason == .bridgeClosed ? .bridgeClosed : .letGo
            for id in table.waitingFromPage { send(error: error, for: id) }
            sendStreamEnds(error)
            flush(isLast: true)
        }
        endReason = reason
        carry(out: table.handle(.closed))
        endStreams(.closed, reason)
        clock.stop()
        endWaits(reason)
        carrier?.close()
        carrier = nil
        messages.close()
        onEnd?()
        onEnd = nil
    }

    // MARK: Waiting for the end

    private var endings: [Int: (BridgeError.PageGone) -> Void] = [:]
    private var lastEnding = 0

    /// Calls a closure when the document is hidden or ends, once.
    func onEnding(_ body: @escaping (BridgeError.PageGone) -> Void) -> Int {
        lastEnding += 1
        endings[lastEnding] = body
        return lastEnding
    }

    func forget(ending: Int) {
        endings[ending] = nil
    }

    private func endWaits(_ reason: BridgeError.PageGone) {
        let bodies = endings
        endings = [:]
        for (_, body) in bodies.sorted(by: { $0.key < $1.key }) { body(reason) }
    }

    // MARK: Carrying out what the table decides

    func carry(out actions: [CallTable.Action]) {
        for action in actions {
            switch action {
            case .start, .answer, .ask: preconditionFailure("An action that needs more than the number of its call")
            case .refuse(let id):
                send(error: .tooMany(waitingCalls: limits), for: id)
            case .answerTimeOut(let id):
                send(error: .timedOut(after: timeLimits.removeValue(forKey: id) ?? limits.callDuration), for: id)
            case .cancel(let id):
                timeLimits[id] = nil
                tasks.removeValue(forKey: id)?.cancel()
            case .abort(let id):
                send {
                    $0.append(raw: "[\"x\","); $0.append(integer: id); $0.append(raw: "]")
                }
            case .resume(let id, let ending):
                resume(id, ending)
            }
        }
    }

    func expire(_ call: CallTable.Call) {
        carry(out: table.handle(.expired(call)))
    }

    /// How long each waiting call may take.
    var timeLimits: [Int: Duration] = [:]

    private func resume(_ id: Int, _ ending: CallTable.Ending) {
        guard let handler = waiting.removeValue(forKey: id) else { return }
        switch ending {
        case .answer: preconditionFailure("An answer comes with what the page said")
        case .cancellation: handler(.failure(.cancelled))
        case .timeOut: handler(.failure(.timedOut(after: pageTimeLimits.removeValue(forKey: id) ?? .zero)))
        case .gone: handler(.failure(.pageGone(endReason)))
        }
        pageTimeLimits[id] = nil
    }

    /// How long each waiting call into the page may take.
    var pageTimeLimits: [Int: Duration] = [:]
}
