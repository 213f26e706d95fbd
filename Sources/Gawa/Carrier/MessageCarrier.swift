import GawaWebKit

/// Carries batches to one document by the engine's script messages.
///
/// Each message of the document leaves an open reply. A batch travels as the oldest one, or, when none is open, as an
/// argument of a constant function that calls the document's port.
@MainActor
final class MessageCarrier: BatchCarrier {
    /// Takes the engine's answer to a message: a batch or nil, or the sentence of a refusal.
    typealias Reply = @MainActor (String?, String?) -> Void

    // Above this the oldest is given back: a page that sends and gets nothing would pile them up.
    private static let openReplyLimit = 8

    let key: String
    private let token: String
    private let frame: WKFrameInfo
    /// What `location.origin` is in the document.
    let place: String
    private var openReplies: [Reply] = []
    private var isChecking = false
    private var isCheckDue = false
    private var isClosed = false

    /// Called once at most, when the document is found to be gone.
    var onGone: ((BridgeError.PageGone) -> Void)?

    /// Called when the port has taken a batch, so that the next one may go.
    var onTaken: (() -> Void)?
    private var isTaking = false

    /// The messages that wait for their reply.
    var openReplyCount: Int { openReplies.count }

    init(key: String, token: String, origin: WebOrigin, frame: WKFrameInfo) {
        self.key = key
        self.token = token
        self.frame = frame
        // A blank document has its maker's origin, but its location has none.
        place = frame.request.url?.scheme == "about" ? "null" : origin.description
    }

    func open(_ reply: @escaping Reply) {
        openReplies.append(reply)
        if openReplies.count > Self.openReplyLimit { openReplies.removeFirst()(nil, nil) }
    }

    // Each call of the port has its price, whatever it carries.
    var isBusy: Bool { isTaking && openReplies.isEmpty }

    // A reply is a message of its own, which an earlier call of the port may overtake.
    var countsBatches: Bool { true }

    func send(_ batch: WireWriter) {
        let text = batch.text()
        if openReplies.isEmpty {
            isTaking = true
            callPort(text) {
                self.isTaking = false
                self.onTaken?()
            }
        } else {
            openReplies.removeFirst()(text, nil)
        }
    }

    func note(waitingCount: Int) {}

    /// Keeps a call of the port open until the document goes.
    func watch() {
        callPort(nil)
    }

    /// Looks whether the document is still there.
    func check() {
        guard !isChecking else {
            isCheckDue = true
            return
        }
        isChecking = true
        callPort("") {
            self.isChecking = false
            // What was asked for meanwhile may be of a later document.
            guard self.isCheckDue else { return }
            self.isCheckDue = false
            self.check()
        }
    }

    /// Finds out how the document has ended; one that is still there has ended too.
    func findEnd() {
        callPort("", isEnd: true)
    }

    func close() {
        isClosed = true
        onGone = nil
        onTaken = nil
        let replies = openReplies
        openReplies = []
        for reply in replies { reply(nil, nil) }
    }

    // The closure that the engine keeps holds this carrier, and it ends every call, at the latest with the view.
    private func callPort(_ text: String?, isEnd: Bool = false, then completion: (@MainActor () -> Void)? = nil) {
        guard !isClosed, let webView = frame.webView else { return gone(.closed) }
        // The frame may show a page of another origin by now, which the app has not been told. Of all that tells where one
        // is, a page can replace neither `location` nor its origin.
        webView.callAsyncJavaScript(
            "return location.origin === place ? globalThis[key]?.(token, text ?? undefined) : 0",
            arguments: ["key": key, "token": token, "text": text ?? NSNull(), "place": place],
            in: frame.isMainFrame ? nil : frame, in: .page
        ) { result in
            completion?()
            switch result {
            case .success(let answer):
                if answer as? Int != 1 || isEnd { self.gone(.navigated) }
            case .failure(let error):
                self.gone(BridgeError.PageGone(engineError: error) ?? .navigated)
            }
        }
    }

    private func gone(_ reason: BridgeError.PageGone) {
        guard !isClosed, let onGone else { return }
        self.onGone = nil
        onGone(reason)
    }
}
