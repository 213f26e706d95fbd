import Foundation
import GawaTestSupport
import Synchronization
import WebKit

/// A handler that takes lanes and writes down what comes over them.
@MainActor
final class LaneHandler: NSObject, WKScriptMessageHandlerWithReply, LaneAccepting {
    /// A lane that a document opened.
    struct Opened {
        let lane: Lane
        let recorder: LaneRecorder
        let isMainFrame: Bool
        let origin: String
        let path: String
        weak var webView: WKWebView?
    }

    private(set) var opened: [Opened] = []
    private let waiter = Waiter()
    private let receive: @Sendable (Lane, Lane.Message) -> Void

    private let isRecording: Bool

    /// - Parameters:
    ///   - isRecording: Whether the messages are written down.
    ///   - receive: Runs on a lane's thread for each message; it echoes when it is left out.
    init(isRecording: Bool = true, receive: @escaping @Sendable (Lane, Lane.Message) -> Void = LaneHandler.echo) {
        self.isRecording = isRecording
        self.receive = receive
    }

    nonisolated static let echo: @Sendable (Lane, Lane.Message) -> Void = { lane, message in
        lane.send(
            message.kind == .question ? .answer : .message, text: Array(message.text.dropLast()),
            attachments: message.attachments)
    }

    func userContentController(
        _ controller: WKUserContentController, didOpen lane: Lane, from frame: WKFrameInfo, of webView: WKWebView
    ) {
        let receive = receive
        let recorder = LaneRecorder(isRecording: isRecording) { [weak lane] message in
            if let lane { receive(lane, message) }
        }
        opened.append(
            Opened(
                lane: lane, recorder: recorder, isMainFrame: frame.isMainFrame,
                origin: "\(frame.securityOrigin.protocol)://\(frame.securityOrigin.host)",
                path: frame.request.url?.path ?? "", webView: webView))
        recorder.start(lane, maximumByteCount: 64 << 20)
        waiter.notify()
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        replyHandler("posted", nil)
    }

    @discardableResult
    func wait(count: Int) async throws -> [Opened] {
        try await waiter.wait(for: "\(count) lanes") { self.opened.count >= count }
        return opened
    }

    var openCount: Int { opened.count { !$0.lane.isClosed } }
}

extension TestPage {
    /// A page whose lane echoes; its scripts have `lane`, what it `heard`, and `next()`, which waits for a message.
    static func withLane(
        _ handler: LaneHandler, baseURL: URL? = URL(string: "https://app.example/")
    ) async throws -> TestPage {
        let configuration = TestPage.configuration()
        configuration.userContentController.addScriptMessageHandler(handler, contentWorld: .page, name: "echo")
        let page = try await TestPage(html: "<p>", baseURL: baseURL, configuration: configuration)
        try await page.evaluate(laneScript)
        return page
    }

    static let laneScript = """
        var heard = [], waiting = [], ends = 0;
        function listen(...message) {
            if (message[0] === undefined) ends += 1;
            heard.push(message);
            waiting.shift()?.(message);
        }
        var lane = webkit.messageHandlers.echo.openLane(listen);
        function next() { return new Promise(resolve => waiting.push(resolve)); }
        0
        """
}
