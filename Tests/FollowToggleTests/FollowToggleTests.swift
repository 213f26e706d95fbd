import GawaTestSupport
import TestServer
import Testing
import WebKit

@testable import FollowToggleRaw

/// The article's screen: native code and a React page that follow a calendar together.
@MainActor
@Suite(.serialized)
struct FollowToggleTests {
    let server: TestServer
    let controller = FollowToggleViewController()
    let navigation = NavigationRecorder()

    init() async throws {
        server = try TestServer(handler: TestServer.files(in: URL(fileURLWithPath: "Examples/FollowToggle/Page/dist")))
        controller.pageURL = server.url()
        controller.calendars.delay = .milliseconds(50)
        controller.webView.navigationDelegate = navigation
        controller.loadViewIfNeeded()
        try await navigation.wait(for: "the page") { $0.contains { $0.name == "finished" } }
    }

    @Test func `three rounds of real clicks follow and unfollow, and page and Swift agree each time`() async throws {
        let window = WebViewWindow(webView: controller.webView, title: "Test", size: CGSize(width: 480, height: 640))
        window.present()
        defer { window.close() }
        let pointer = Pointer(webView: controller.webView)
        try await waitForButton("フォローする")
        for _ in 1...3 {
            try await pointer.click("button")
            try await waitForButton("フォロー解除する")
            #expect(controller.calendars.isFollowing("sample-id"))
            try await pointer.click("button")
            try await waitForButton("フォローする")
            #expect(!controller.calendars.isFollowing("sample-id"))
        }
    }

    @Test func `the colour of the button tells the state`() async throws {
        let color = "return getComputedStyle(document.querySelector('button')).backgroundColor"
        try await waitForButton("フォローする")
        let before = try await call(color) as? String
        _ = try await call("document.querySelector('button').click()")
        try await waitForButton("フォロー解除する")
        let after = try await call(color) as? String
        #expect(before != nil && after != nil && before != after)
    }

    @Test func `overlapping calls lose the first promise, as the article's globals do`() async throws {
        let outcome = try await call(
            """
            const first = followToggleExample.follow("sample-id").then(() => "settled");
            const second = followToggleExample.follow("sample-id").then(() => "settled");
            await second;
            // A third call ends after both of Swift's works: nothing is left that could settle the first.
            await followToggleExample.follow("sample-id");
            return await Promise.race([first, Promise.resolve("lost")]);
            """)
        #expect(outcome as? String == "lost")
    }

    @Test func `one call at a time settles by Swift's work, and its failure rejects`() async throws {
        _ = try await call("await followToggleExample.follow('sample-id')")
        #expect(controller.calendars.isFollowing("sample-id"))
        #expect(try await call("return await followToggleExample.isFollowing('sample-id')") as? Bool == true)
        let rejected = try await call(
            "try { await followToggleExample.follow('nowhere'); return 'no' } catch (error) { return error.message }")
        #expect(rejected as? String == "The native side failed")
    }

    @Test func `a message of the wrong type is rejected with the handler's words`() async throws {
        let message = try await call(
            "try { await followToggleExample.isFollowing(7); return 'no' } catch (error) { return error.message }")
        #expect(message as? String == "Invalid message")
    }

    @Test func `the screen is freed when its owner lets it go, handlers and all`() async throws {
        weak var weakController: FollowToggleViewController?
        weak var weakView: WKWebView?
        do {
            let another = FollowToggleViewController()
            another.pageURL = server.url()
            another.loadViewIfNeeded()
            weakController = another
            weakView = another.webView
        }
        #expect(try await isReleased { weakController })
        #expect(try await isReleased { weakView })
    }

    // MARK: Asking the page

    private func call(_ body: String) async throws -> Any? {
        try await controller.webView.callAsyncJavaScript(body, contentWorld: .page)
    }

    private func waitForButton(_ text: String) async throws {
        let seen = try await controller.webView.callAsyncJavaScript(
            """
            const isThere = () => {
                const button = document.querySelector("button");
                return button?.getAttribute("aria-busy") === "false" && button.textContent.trim() === text;
            };
            return await new Promise(resolve => {
                if (isThere()) return resolve(true);
                const observer = new MutationObserver(() => { if (isThere()) resolve(true); });
                observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
                setTimeout(() => resolve(false), 10000);
            });
            """, arguments: ["text": text], contentWorld: .defaultClient)
        #expect(seen as? Bool == true, "The button never said \(text)")
    }
}
