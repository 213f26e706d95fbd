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

    private let carrier: MessageCarrier
    private var outbox: Outbox
    private var isReceiving = false
    private var isFlushPlanned = false
    private var plannedEnd: BridgeError.PageGone?

    // MARK: State of the calls and streams; the extensions use it

    /// Leads here for what outlives the document.
    let link = DocumentLink()
    let streams: DocumentStreams

    var table: CallTable
    /// The tasks of functions that have not returned, waited for or not.
    let running = RunningWork()
    var rate: CallRate?
    var lastFunction: BoundFunction?
    /// The tasks of the page's calls.
    var tasks: [Int: Task<Void, Never>] = [:]
    /// Who waits for the page's answers.
    var waiting: [Int: (Result<PageAnswer, BridgeError>) -> Void] = [:]
    private(set) var endReason = BridgeError.PageGone.navigated
    private(set) lazy var clock = DeadlineClock(
        isWaiting: { [weak self] in self?.table.isWaiting($0) ?? false },
        expire: { [weak self] in self?.expire($0) })

    init(
        token: String, origin: WebOrigin, frame: WKFrameInfo, key: String, limits: BridgeLimits,
        functions: FunctionTable, diagnose: @escaping @MainActor (BridgeDiagnostic) -> Void
    ) {
        self.token = token
        self.origin = origin
        self.frame = frame
        self.limits = limits
        self.functions = functions
        self.diagnose = diagnose
        carrier = MessageCarrier(key: key, token: token, origin: origin, frame: frame)
        table = CallTable(pendingLimit: limits.pendingCallCount)
        streams = DocumentStreams(limits)
        outbox = Outbox(token: token)
        rate = limits.callsPerSecond.map { CallRate(perSecond: $0) }
        // The carrier's open call of the port holds this document until it has gone, so that its tasks are cancelled
        // then, whoever else has let go of it.
        link.lead(to: self)
        carrier.onGone = { self.end($0) }
        carrier.onTaken = { [weak self] in self?.flush() }
        carrier.watch()
    }

    var isMainFrame: Bool { frame.isMainFrame }
    var webView: WKWebView? { frame.webView }
    var isGone: Bool { table.isClosed }
    /// What tells this document from another in the same frame.
    var port: (key: String, token: String, place: String) { (carrier.key, token, carrier.place) }
    var openReplyCount: Int { carrier.openReplyCount }

    /// Looks whether the document is still shown.
    func check() {
        carrier.check()
    }

    // MARK: Receiving

    /// Takes the items of a message, without its first element, the token.
    func receive(_ items: some Sequence<WireNode>, reply: @escaping MessageCarrier.Reply) {
        carrier.open(reply)
        isReceiving = true
        for item in items {
            // A function that ran a moment ago may have closed the bridge.
            if plannedEnd == nil { take(item) } else { refuse(item) }
        }
        isReceiving = false
        flush()
        if let plannedEnd { end(plannedEnd) }
    }

    func malformed(_ reason: String) {
        diagnose(.malformedMessage(origin: origin.description, reason: reason))
    }

    // MARK: Sending

    /// Sends an item with all others of this turn.
    func send(_ write: (inout WireWriter) -> Void) {
        outbox.append(write)
        guard !isReceiving, !isFlushPlanned else { return }
        isFlushPlanned = true
        Task {
            self.isFlushPlanned = false
            self.flush()
        }
    }

    private func flush(isLast: Bool = false) {
        guard !outbox.isEmpty, !table.isClosed, isLast || !carrier.isBusy else { return }
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
        carrier.close()
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
                send(
                    error: .quotaExceeded("More calls wait than the bridge allows: \(limits.pendingCallCount)"), for: id
                )
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
