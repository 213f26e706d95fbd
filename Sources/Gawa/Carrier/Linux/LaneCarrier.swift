import Dispatch
import GawaWebKit
import Synchronization

/// The main actor's side of one lane: takes what is not run on the lane's thread, and sends the document's batches.
@MainActor
final class LaneCarrier: BatchCarrier, CallPlace {
    private let lane: Lane
    private let bridge: Bridge
    private let origin: WebOrigin
    private let frame: WKFrameInfo
    private weak var webView: WKWebView?
    private let rate: SharedCallRate?
    /// Leads to the document from what is passed to functions on the lane's thread.
    private let link = DocumentLink()
    private let calls: SynchronousCalls
    private let inbox: LaneInbox
    private var onClose: (() -> Void)?
    private(set) var isDrained = false
    private var afterDraining: [() -> Void] = []
    /// Whether a document that the view showed before has not said its last words yet.
    private var isWaiting = false
    /// Holds this carrier until it has ended.
    private(set) var document: BridgedDocument?

    init(_ lane: Lane, bridge: Bridge, origin: WebOrigin, frame: WKFrameInfo, webView: WKWebView) {
        self.lane = lane
        self.bridge = bridge
        self.origin = origin
        self.frame = frame
        self.webView = webView
        rate = SharedCallRate(bridge.limits)
        inbox = LaneInbox()
        calls = SynchronousCalls(
            lane, functions: bridge.functions, limits: bridge.limits, patience: bridge.patience)
    }

    /// Starts the lane's thread.
    ///
    /// - Parameter onClose: Called once, when the lane is closed.
    func start(onClose: @escaping () -> Void) {
        self.onClose = onClose
        inbox.start { [weak self] in
            // Faster than a task by a tenth of the way, and in one order with tasks all the same.
            DispatchQueue.main.async {
                // The main queue is the main thread's, and so the main actor's.
                MainActor.assumeIsolated { self?.takeInbox() }
            }
        }
        calls.start { [inbox] in inbox.put(.ended(.breach("a function does not return"))) }
        let caller = Caller(origin: origin, isMainFrame: frame.isMainFrame, frame: frame, place: self)
        let reader = LaneReader(
            caller: caller, link: link, functions: bridge.functions, limits: bridge.limits, rate: rate, calls: calls,
            inbox: inbox)
        lane.start(
            maximumByteCount: LaneReader.maximumByteCount(bridge.limits), receive: { reader.receive($0) },
            ended: { [inbox] in inbox.put(.ended($0)) })
    }

    // MARK: Receiving

    private func takeInbox() {
        guard !isWaiting, !waitsForFormer() else { return }
        for delivery in inbox.take() {
            // What was taken before may have closed it.
            guard onClose != nil else { return }
            switch delivery {
            case .greeting(let token): greet(token)
            case .items(let items): document?.receive(items)
            case .chosen(let items): document?.receive(items)
            case .longAnswer(let id): document?.end(withLongAnswer: id)
            case .malformed(let reason): diagnose(reason)
            case .ended(let end): take(end)
            }
        }
    }

    /// Waits for what a document before this one said last, on a lane of its own and so perhaps behind this one's greeting.
    ///
    /// - Returns: Whether there is one to wait for; the inbox is taken then.
    private func waitsForFormer() -> Bool {
        guard document == nil, frame.isMainFrame, let webView,
            let former = bridge.documents.all(in: webView).first(where: { !$0.isDrained })
        else { return false }
        isWaiting = true
        former.whenDrained { [weak self] in
            self?.isWaiting = false
            self?.takeInbox()
        }
        return true
    }

    private func greet(_ token: String) {
        guard document == nil, let webView, bridge.documents[token] == nil else {
            diagnose("its token is that of another document")
            return close()
        }
        document = bridge.makeDocument(token, origin, frame, webView, carrier: self, rate: rate, link: link)
        // An empty batch: a page does not open another lane when one has ended that brought nothing.
        var batch = Outbox(token: token, isCounting: false)
        send(batch.take())
    }

    /// The lane is a hint only: the engine says whether the process has ended or the document has gone.
    private func take(_ end: LaneEnd) {
        if case .breach(let reason) = end { diagnose("its lane was closed: \(reason)") }
        lane.close()
        calls.end()
        drained()
        if let document { document.findEnd() } else { close() }
    }

    private func diagnose(_ reason: String) {
        bridge.diagnose(.malformedMessage(origin: origin.description, reason: reason))
    }

    // MARK: Sending

    // A lane keeps the order.
    var countsBatches: Bool { false }

    var greatBatchByteCount: Int { SynchronousCalls.greatBatchByteCount }

    func send(_ batch: WireWriter) {
        let (text, attachments) = batch.detached(limit: Lane.maximumAttachmentCount)
        lane.send(.message, text: text, attachments: attachments)
    }

    func refuseCalls() {
        calls.refuse()
    }

    func note(waitingCount: Int) {
        calls.note(waitingCount: waitingCount)
    }

    func close() {
        calls.end()
        inbox.close()
        lane.close()
        onClose?()
        onClose = nil
        drained()
    }

    // MARK: Last words

    func whenDrained(_ body: @escaping () -> Void) {
        guard !isDrained else { return body() }
        afterDraining.append(body)
        guard afterDraining.count == 1 else { return }
        Task { [weak self, patience = bridge.leavingPatience] in
            // Nobody cancels it.
            try? await Task.sleep(for: patience)
            self?.drained()
        }
    }

    private func drained() {
        isDrained = true
        let bodies = afterDraining
        afterDraining = []
        for body in bodies { body() }
    }
}
