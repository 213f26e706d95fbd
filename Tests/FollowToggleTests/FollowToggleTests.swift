import FollowToggleShared
import GawaTestSupport
import TestServer
import Testing
import WebKit

/// The article's screen, written with Apple's API alone and with the typed bridge: what a person sees is the same.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(1)))
struct FollowToggleTests {
    @Test(arguments: OpenScreen.Kind.allCases)
    func `three rounds of real clicks follow and unfollow, and page and Swift agree each time`(
        kind: OpenScreen.Kind
    ) async throws {
        let open = try await OpenScreen(kind, delay: .milliseconds(50))
        let window = WebViewWindow(webView: open.screen.webView, title: "Test", size: CGSize(width: 480, height: 640))
        window.present()
        defer { window.close() }
        let pointer = Pointer(webView: open.screen.webView)
        for _ in 1...3 {
            try await pointer.click("button")
            try await open.waitForButton("フォロー解除する")
            #expect(open.calendars.isFollowing("sample-id"))
            try await pointer.click("button")
            try await open.waitForButton("フォローする")
            #expect(!open.calendars.isFollowing("sample-id"))
        }
    }

    @Test(arguments: OpenScreen.Kind.allCases)
    func `the colour of the button tells the state`(kind: OpenScreen.Kind) async throws {
        let open = try await OpenScreen(kind)
        let color = "return getComputedStyle(document.querySelector('button')).backgroundColor"
        let before = try await open.call(color) as? String
        try await open.click()
        try await open.waitForButton("フォロー解除する")
        let after = try await open.call(color) as? String
        #expect(before != nil && after != nil && before != after)
    }

    @Test(arguments: OpenScreen.Kind.allCases)
    func `the button is busy as long as the native side works`(kind: OpenScreen.Kind) async throws {
        let open = try await OpenScreen(kind, delay: .milliseconds(300))
        let start = ContinuousClock.now
        try await open.click()
        try await open.waitForButton("フォローする", isBusy: true)
        try await open.waitForButton("フォロー解除する")
        #expect(ContinuousClock.now - start >= .milliseconds(300))
    }

    @Test(arguments: OpenScreen.Kind.allCases)
    func `a failed question falls back to not followed`(kind: OpenScreen.Kind) async throws {
        let open = try await OpenScreen(kind, delay: .zero)
        try await open.click()
        try await open.waitForButton("フォロー解除する")

        open.screen.webView.configuration.userContentController
            .removeScriptMessageHandler(forName: kind.handlerName, contentWorld: .page)
        try await open.click()
        try await open.waitForButton("フォローする")
    }

    @Test(arguments: OpenScreen.Kind.allCases)
    func `the screen is freed when its owner lets it go, handlers and all`(kind: OpenScreen.Kind) async throws {
        let server = try TestServer(handler: TestServer.files(in: kind.page))
        weak var weakScreen: (any FollowToggleScreen)?
        weak var weakView: WKWebView?
        weak var weakCalendars: CalendarService?
        do {
            let screen = kind.makeScreen(on: server, CalendarService())
            screen.loadViewIfNeeded()
            weakScreen = screen
            weakView = screen.webView
            weakCalendars = screen.calendars
        }
        #expect(try await isReleased { weakScreen })
        #expect(try await isReleased { weakView })
        #expect(try await isReleased { weakCalendars })
    }
}
