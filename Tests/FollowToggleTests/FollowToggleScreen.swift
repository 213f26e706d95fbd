import GawaTestSupport
import TestServer
import WebKit

@testable import FollowToggleRaw

/// The screen of the example with its real page, on a server of its own.
@MainActor
struct FollowToggleScreen {
    let server: TestServer
    let controller = FollowToggleViewController()

    /// Opens the screen and waits until the button is there.
    ///
    /// - Parameter delay: How long the native side takes to follow.
    init(delay: Duration = .milliseconds(100)) async throws {
        let page = URL(fileURLWithPath: "Examples/FollowToggle/Page/dist")
        server = try TestServer(handler: TestServer.files(in: page))
        controller.calendars.delay = delay
        controller.pageURL = server.url()
        let navigation = NavigationRecorder()
        controller.webView.navigationDelegate = navigation
        controller.loadViewIfNeeded()
        try await navigation.wait(for: "the page") { $0.contains { $0.name == "finished" } }
        try await waitForButton("フォローする")
    }

    /// Waits until the button of the page has that text, and is busy or not.
    func waitForButton(_ text: String, isBusy: Bool = false) async throws {
        _ = try await call(
            """
            await new Promise((resolve) => {
                const look = () => {
                    const button = document.querySelector("button");
                    if (button?.textContent !== text || (button.ariaBusy === "true") !== isBusy) return;
                    observer.disconnect();
                    resolve();
                };
                const observer = new MutationObserver(look);
                observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
                look();
            });
            """, ["text": text, "isBusy": isBusy])
    }

    func click() async throws {
        _ = try await controller.webView.evaluateJavaScript(#"document.querySelector("button").click()"#)
    }

    /// Runs the body of an async function in the page.
    func call(_ body: String, _ arguments: [String: Any] = [:]) async throws -> Any? {
        try await controller.webView.callAsyncJavaScript(body, arguments: arguments, in: nil, contentWorld: .page)
    }
}
