import FollowToggleShared
import WebKit

/// A native screen that hosts a web page with one button: follow a public calendar, or unfollow it.
///
/// Written with Apple's API alone, in the way of an iOS article. The page's promises are parked in two global
/// variables until Swift settles them, so overlapping calls lose one: the second takes the place of the first.
final class FollowToggleViewController: UIViewController, FollowToggleScreen {
    let pageURL: URL
    let calendars: CalendarService

    private(set) lazy var webView: WKWebView = {
        let configuration = WKWebViewConfiguration()
        let userContentController = configuration.userContentController
        userContentController.addUserScript(
            WKUserScript(source: PageScript.console, injectionTime: .atDocumentStart, forMainFrameOnly: true))
        userContentController.addUserScript(
            WKUserScript(source: PageScript.followToggle, injectionTime: .atDocumentStart, forMainFrameOnly: true))
        userContentController.addUserScript(
            WKUserScript(source: PageScript.greeting, injectionTime: .atDocumentEnd, forMainFrameOnly: true))

        // The user content controller keeps its handlers, and this object keeps the user content controller.
        let handler = LeakAvoidingScriptMessageHandler(self)
        userContentController.add(handler, name: "log")
        userContentController.add(handler, name: "follow")
        userContentController.add(handler, name: "unfollow")
        userContentController.addScriptMessageHandler(
            LeakAvoidingScriptMessageHandlerWithReply(self), contentWorld: .page, name: "isFollowing")
        return WKWebView(frame: .zero, configuration: configuration)
    }()

    init(pageURL: URL, calendars: CalendarService) {
        self.pageURL = pageURL
        self.calendars = calendars
    }

    override func loadView() {
        view = webView
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        webView.load(URLRequest(url: pageURL))
    }

    // MARK: Settling the page's promise

    private func settle(after work: @escaping @MainActor () async throws -> Void) {
        Task {
            do {
                try await work()
                evaluate("window.followToggleResolve()")
            } catch {
                print("Swift: \(error)")
                evaluate("window.followToggleReject(new Error('The native side failed'))")
            }
        }
    }

    private func evaluate(_ script: String) {
        print("Swift: \(script)")
        webView.evaluateJavaScript(script) { _, error in
            if let error {
                print("Swift: the script failed: \(error)")
            }
        }
    }
}

// MARK: - WKScriptMessageHandler

extension FollowToggleViewController: WKScriptMessageHandler {
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        if message.name == "log" {
            print("WebView: \(message.body)")
            return
        }
        print("Page:  \(message.name)(\(message.body))")
        guard let calendarID = message.body as? String else {
            evaluate("window.followToggleReject(new Error('Invalid message'))")
            return
        }
        switch message.name {
        case "follow": settle { [calendars] in try await calendars.follow(calendarID) }
        case "unfollow": settle { [calendars] in try await calendars.unfollow(calendarID) }
        default: break
        }
    }
}

// MARK: - WKScriptMessageHandlerWithReply

extension FollowToggleViewController: WKScriptMessageHandlerWithReply {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) {
        print("Page:  \(message.name)(\(message.body))")
        guard message.name == "isFollowing", let calendarID = message.body as? String else {
            replyHandler(nil, "Invalid message")
            return
        }
        let isFollowing = calendars.isFollowing(calendarID)
        print("Swift: reply \(isFollowing)")
        replyHandler(isFollowing, nil)
    }
}
