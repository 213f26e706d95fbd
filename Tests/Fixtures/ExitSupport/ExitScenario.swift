import Foundation
import MainLoop
import WebKit

/// A program with web views that ends in the way its first argument names, with what its second names still pending.
///
/// It prints `ready` when all is under way, and ends when it is sent a line, or a signal.
@MainActor
public enum ExitScenario {
    /// How the program ends.
    public enum Way: String {
        /// The window is closed, and its owner quits.
        case close
        /// Three windows are closed one after the other, then another one is opened, used, and the program quits.
        case windowsInTurn
        /// `MainLoop.quit()`, on the main actor, from a detached task, twice, or from a message's handler.
        case quit, quitDetached, quitTwice, quitInHandler
        /// `exit` on the main actor, or from a detached task.
        case exit, exitDetached
        /// The main function returns.
        case mainReturns
        /// Somebody sends a signal.
        case signal
    }

    private static var windows: [(window: WebViewWindow, view: WKWebView)] = []
    private static var handler: SilentHandler?

    /// Runs up to the point where the main function has to wait, and arranges for the end.
    ///
    /// - Returns: Whether to wait for `MainLoop.quit()`.
    public static func begin() async -> Bool {
        let arguments = CommandLine.arguments.dropFirst()
        guard let way = arguments.first.flatMap(Way.init), let load = arguments.dropFirst().first else {
            Foundation.exit(64)
        }
        await makeWindows(load)
        say("ready")
        if way != .signal { await Task.detached { _ = readLine() }.value }
        switch way {
        case .close:
            for (window, _) in windows { window.close() }
        case .windowsInTurn: await useWindowsInTurn()
        case .quit: MainLoop.quit()
        case .quitDetached: Task.detached { MainLoop.quit() }
        case .quitTwice:
            MainLoop.quit()
            Task.detached { MainLoop.quit() }
        case .quitInHandler:
            handler?.onMessage = { MainLoop.quit() }
            windows.first?.view.evaluateJavaScript(
                "webkit.messageHandlers.silent.postMessage(0); 0", completionHandler: nil)
        case .exit: Foundation.exit(0)
        case .exitDetached: Task.detached { Foundation.exit(0) }
        case .mainReturns: return false
        case .signal: break
        }
        return true
    }

    public static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private static func useWindowsInTurn() async {
        for (window, _) in windows { window.close() }
        for number in 1...4 {
            let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
            let window = WebViewWindow(webView: view, title: "\(number)", size: CGSize(width: 300, height: 200))
            window.present()
            let result = try? await view.callAsyncJavaScript("return 6 * 7", contentWorld: .page)
            say("window \(number): \(result as? Int ?? 0)")
            if number < 4 { window.close() }
        }
        MainLoop.quit()
    }

    // MARK: What is pending

    private static func makeWindows(_ load: String) async {
        let handler = SilentHandler()
        Self.handler = handler
        for number in 0..<2 {
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.userContentController.addScriptMessageHandler(handler, contentWorld: .page, name: "silent")
            let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 300, height: 200), configuration: configuration)
            view.loadHTMLString("<p>\(number)", baseURL: nil)
            let window = WebViewWindow(webView: view, title: "\(number)", size: CGSize(width: 300, height: 200))
            window.onClose = {
                windows.removeAll { $0.window === window }
                if windows.isEmpty && CommandLine.arguments[1] == Way.close.rawValue { MainLoop.quit() }
            }
            window.present()
            windows.append((window, view))
            _ = try? await view.callAsyncJavaScript("return document.readyState", contentWorld: .page)
            begin(load, in: view)
            if load == "message" || load == "everything" {
                for await _ in handler.messages { break }
            }
        }
    }

    private static func begin(_ load: String, in view: WKWebView) {
        let all = load == "everything"
        if all || load == "call" {
            Task { _ = try? await view.callAsyncJavaScript("return new Promise(() => {})", contentWorld: .page) }
            Task {
                _ = try? await view.callAsyncJavaScript("return new Promise(() => {})", contentWorld: .defaultClient)
            }
        }
        if all || load == "message" {
            view.evaluateJavaScript("webkit.messageHandlers.silent.postMessage(0); 0", completionHandler: nil)
        }
        if all || load == "task" {
            Task.detached { try await Task.sleep(for: .seconds(600)) }
            Task { try await Task.sleep(for: .seconds(600)) }
        }
        if load == "loop" {
            view.evaluateJavaScript("for (;;) {}", completionHandler: nil)
            Task { _ = try? await view.callAsyncJavaScript("return 1", contentWorld: .page) }
        }
        if load == "request" {
            view.evaluateJavaScript(
                "const request = new XMLHttpRequest(); request.open('GET', '\(unansweringURL)', false); request.send()",
                completionHandler: nil)
        }
        if load == "load" {
            // A port that takes connections and never answers.
            view.load(URLRequest(url: unansweringURL))
        }
    }

    private static let unansweringURL: URL = {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, length)
                _ = listen(listener, 5)
                _ = getsockname(listener, $0, &length)
            }
        }
        guard let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/") else {
            preconditionFailure("A port makes a URL")
        }
        return url
    }()
}

/// A handler that keeps the replies and never answers.
@MainActor
private final class SilentHandler: NSObject, WKScriptMessageHandlerWithReply {
    var onMessage: (() -> Void)?
    let messages: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation
    private var replies: [@MainActor @Sendable (Any?, String?) -> Void] = []

    override init() {
        (messages, arrival) = AsyncStream.makeStream()
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        replies.append(replyHandler)
        arrival.yield()
        onMessage?()
    }
}
