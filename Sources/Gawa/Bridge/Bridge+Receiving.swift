import Foundation
import GawaWebKit

extension Bridge {
    /// Takes a message: judges who sent it, reads it, and hands it to its document.
    func receive(
        _ body: Any, from frame: WKFrameInfo, of webView: WKWebView, reply: @escaping MessageCarrier.Reply
    ) {
        let origin: WebOrigin
        switch judge(frame) {
        case .success(let known): origin = known
        case .failure(let refusal): return reply(nil, "NotAllowedError: \(refusal.sentence)")
        }
        let name = origin.description
        guard let text = body as? String else {
            return drop("it is no text", origin: name, reply)
        }
        guard text.utf8.count <= limits.messageByteCount else {
            failCall(answeredBy: text, origin, frame, webView)
            return drop("it is longer than \(limits.messageByteCount) bytes", origin: name, reply)
        }
        let message: WireText
        do {
            message = try WireText(text, maximumDepth: limits.messageDepth)
        } catch {
            return drop("\(error)", origin: name, reply)
        }
        var items = message.root.elements
        guard let token = items.next()?.token else {
            return drop("it does not begin with a token", origin: name, reply)
        }
        switch document(token, origin, frame, webView, first: items) {
        case .known(let document): document.receive(items, reply: reply)
        // The page goes on as a new document, and sends the message again.
        case .unknown: reply(nil, "pageGone")
        case .wrong(let reason): drop(reason, origin: name, reply)
        }
    }

    /// Judges a frame by the policy; a refusal is told.
    func judge(_ frame: WKFrameInfo) -> Result<WebOrigin, PolicyRefusal> {
        let origin = WebOrigin(frame.securityOrigin)
        let refusal = policy.refusal(of: origin, isMainFrame: frame.isMainFrame)
        if let origin, refusal == nil { return .success(origin) }
        let url = frame.request.url?.absoluteString ?? ""
        diagnose(
            .refused(
                origin: origin?.description ?? "null", isMainFrame: frame.isMainFrame, url: String(url.prefix(200))))
        return .failure(refusal ?? .origin)
    }

    /// Ends the call into the page that a message answers which is too long to be read, or the stream whose item it has.
    ///
    /// The page counts units and not bytes. A long answer or item is the first of its message.
    private func failCall(
        answeredBy text: String, _ origin: WebOrigin, _ frame: WKFrameInfo, _ webView: WKWebView
    ) {
        let parts = String(decoding: text.utf8.prefix(128), as: UTF8.self).split(separator: "\"", maxSplits: 4)
        guard parts.count == 5, parts[0] == "[", parts[2] == ",[", ["r", "e", "i"].contains(parts[3].lowercased()),
            let document = documents[String(parts[1])], isSender(origin, frame, webView, document),
            let id = Int(parts[4].dropFirst().prefix { $0.isNumber })
        else { return }
        document.end(withLongAnswer: id)
    }

    private func isSender(
        _ origin: WebOrigin, _ frame: WKFrameInfo, _ webView: WKWebView, _ document: BridgedDocument
    ) -> Bool {
        document.webView === webView && document.origin == origin && document.isMainFrame == frame.isMainFrame
    }

    private func drop(_ reason: String, origin: String, _ reply: MessageCarrier.Reply) {
        diagnose(.malformedMessage(origin: origin, reason: reason))
        reply(nil, "OperationError: The message was dropped: \(reason)")
    }

    /// Finds the document of a token, or makes it when it greets.
    private func document(
        _ token: String, _ origin: WebOrigin, _ frame: WKFrameInfo, _ webView: WKWebView,
        first items: WireElements
    ) -> Sender {
        if let known = documents[token] {
            return known.usesMessages && isSender(origin, frame, webView, known)
                ? .known(known) : .wrong("its token is that of another document")
        }
        var items = items
        guard let version = items.next()?.greetedVersion else { return .unknown }
        guard version == RuntimeScript.version else { return .wrong("its greeting is of another version") }
        return .known(makeDocument(token, origin, frame, webView))
    }

    /// Makes the document of a token, which must be new.
    ///
    /// - Parameters:
    ///   - carrier: What takes its batches, if not script messages do.
    ///   - rate: The limit of its calls in a second, when others take of it too.
    ///   - link: Leads to it from now on.
    func makeDocument(
        _ token: String, _ origin: WebOrigin, _ frame: WKFrameInfo, _ webView: WKWebView,
        carrier: (any BatchCarrier)? = nil, rate: SharedCallRate? = nil, link: DocumentLink = DocumentLink()
    ) -> BridgedDocument {
        let document = BridgedDocument(
            token: token, origin: origin, frame: frame, key: key, limits: limits, functions: functions,
            carrier: carrier, rate: rate, link: link, diagnose: { [weak self] in self?.diagnose($0) })
        documents.add(document, in: webView)
        return document
    }

    /// The document that a message comes from.
    private enum Sender {
        case known(BridgedDocument)
        /// The app has let go of it, or has never heard of it.
        case unknown
        case wrong(String)
    }
}

extension WireNode {
    /// The name that a document gave itself, the first element of each message.
    var token: String? {
        guard let text = string, (16...64).contains(text.utf8.count) else { return nil }
        return text
    }

    /// The version of the protocol in a greeting; 0 in one of another shape, nil for another item.
    var greetedVersion: Int? {
        var parts = elements
        guard parts.next()?.isString("h") == true else { return nil }
        return count == 2 ? parts.next()?.integer ?? 0 : 0
    }
}

extension BridgeLimits {
    /// How deep a whole message may nest: it, its item and the arguments are three arrays around a value.
    var messageDepth: Int { min(depth, .max - 3) + 3 }
}
