import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Cookies between the app, pages and servers.
@MainActor @Suite(.serialized)
struct PageCookieTests {
    /// Writes down that it was told.
    private final class Observer: NSObject, WKHTTPCookieStoreObserver {
        private(set) var stores: [WKHTTPCookieStore] = []
        let waiter = Waiter()

        func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {
            stores.append(cookieStore)
            waiter.notify()
        }

        func wait(count: Int) async throws {
            try await waiter.wait(for: "\(count) changes", timeout: .seconds(20)) { self.stores.count >= count }
        }
    }

    private final class DeafObserver: NSObject, WKHTTPCookieStoreObserver {}

    private let configuration = TestPage.configuration()
    private let server: TestServer
    private var store: WKHTTPCookieStore { configuration.websiteDataStore.httpCookieStore }

    init() throws {
        server = try TestServer()
        server.route("/", .html("<title>page</title>"))
    }

    private func sentCookies() -> Set<String> {
        Set(server.requests.last?[header: "Cookie"]?.components(separatedBy: "; ") ?? [])
    }

    // MARK: From the app to pages

    @Test func `ck-set-after-view-before-load: a cookie set after the view and before its load shows in the page`()
        async throws
    {
        let page = TestPage(configuration: configuration)
        await store.setCookie(try cookie("SessionCookieName", "CookieValue"))
        try await page.load(server.url("/"))
        #expect(try await page.evaluate("document.cookie") as? String == "SessionCookieName=CookieValue")
    }

    @Test func `ck-set-then-load-sends: cookies set without waiting go with the first request`() async throws {
        let page = TestPage(configuration: configuration)
        let later = Date() + 1000
        store.setCookie(try cookie("PersistentCookieName", "CookieValue", expires: later), completionHandler: nil)
        store.setCookie(try cookie("SessionCookieName", "CookieValue"), completionHandler: nil)
        try await page.load(server.url("/"))
        #expect(sentCookies() == ["PersistentCookieName=CookieValue", "SessionCookieName=CookieValue"])
    }

    @Test func `BR-100: the load that waits for the cookie's completion carries it`() async throws {
        let page = TestPage(configuration: configuration)
        let (loads, load) = AsyncStream<WKNavigation?>.makeStream()
        store.setCookie(try cookie("a", "b")) { [server] in
            load.yield(page.webView.load(URLRequest(url: server.url("/"))))
            load.finish()
        }
        for await navigation in loads { try await page.navigation.waitForEnd(of: navigation) }
        #expect(server.requests.first?[header: "Cookie"] == "a=b")
    }

    @Test func `ck-empty-after-clear: removing all website data leaves no cookie`() async throws {
        await store.setCookies([try cookie("a"), try cookie("b", expires: Date() + 1000)])
        let data = configuration.websiteDataStore
        await data.removeData(ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast)
        #expect(await store.allCookies().isEmpty)
    }

    // MARK: From pages and servers to the app

    @Test func `BR-099: cookies that a server sets show in Swift, go back to it, and HttpOnly is hidden from the page`()
        async throws
    {
        let answer = TestServer.Response.html("<p>").header("Set-Cookie", "open=1; Path=/; SameSite=Strict")
            .header("Set-Cookie", "hidden=2; HttpOnly; Path=/; Max-Age=1000")
        server.route("/set", answer)
        let page = try await TestPage(url: server.url("/set"), configuration: configuration)
        #expect(try await page.evaluate("document.cookie") as? String == "open=1")
        try await page.evaluate("document.cookie = 'js=3'")
        // A page cannot replace what it cannot see.
        try await page.evaluate("document.cookie = 'hidden=4'")
        let stored = Dictionary(uniqueKeysWithValues: await store.allCookies().map { ($0.name, $0) })
        #expect(stored.mapValues(\.value) == ["open": "1", "hidden": "2", "js": "3"])
        #expect(stored.mapValues(\.isHTTPOnly) == ["open": false, "hidden": true, "js": false])
        #expect(stored["open"]?.sameSitePolicy == .sameSiteStrict)
        #expect(stored["open"]?.isSessionOnly == true)
        #expect(stored["hidden"]?.isSessionOnly == false)
        try await page.load(server.url("/"))
        #expect(sentCookies() == ["open=1", "hidden=2", "js=3"])

        await store.deleteCookie(try #require(stored["hidden"]))
        await store.setCookie(try cookie("swift", "5", isHTTPOnly: true))
        try await page.load(server.url("/"))
        #expect(sentCookies() == ["open=1", "swift=5", "js=3"])
        let shown = try #require(try await page.evaluate("document.cookie") as? String)
        // The engine shows a page its own refused write; what the server and the app hid stays hidden.
        #expect(Set(shown.components(separatedBy: "; ")).subtracting(["hidden=4"]) == ["js=3", "open=1"])
    }

    @Test func `ck-samesite-strict: a strict cookie goes to its own site, and not with another site's link to it`()
        async throws
    {
        server.route("/set", .html("<p>").header("Set-Cookie", "strict=1; SameSite=Strict; Path=/"))
        server.route("/same", .html("<p>"))
        server.route("/away", .html("<p>"))
        server.route("/back", .html("<p>"))
        let page = try await TestPage(url: server.url("/set"), configuration: configuration)
        try await page.load(server.url("/same"))
        #expect(sentCookies() == ["strict=1"])
        try await page.load(server.url("/away", host: "127.0.0.1"))
        page.navigation.reset()
        try await page.evaluate("location.href = '\(server.url("/back"))'; 0")
        try await page.navigation.wait(for: "the end") { $0.contains { $0.name == "finished" } }
        #expect(server.requests.last?.path == "/back")
        #expect(sentCookies().isEmpty)
    }

    @Test func `ck-js-cookie-observed: an observer is told of a cookie that a page writes`() async throws {
        let observer = Observer()
        store.add(observer)
        store.add(observer)
        let page = try await TestPage(url: server.url("/"), configuration: configuration)
        try await page.evaluate("document.cookie = 'js=1'")
        try await observer.wait(count: 1)
        #expect(observer.stores.first === store)
        #expect(await store.allCookies().map(\.name) == ["js"])
        await store.setCookie(try cookie("swift"))
        try await observer.wait(count: 2)
        #expect(observer.stores.count == 2)
        store.remove(observer)
        await store.setCookie(try cookie("more"))
        _ = await store.allCookies()
        #expect(observer.stores.count == 2)
    }

    @Test func `ck-observer-optional-method: an observer without the method disturbs no other`() async throws {
        let deaf = DeafObserver()
        let observer = Observer()
        store.add(deaf)
        store.add(observer)
        server.route("/set", .html("<p>").header("Set-Cookie", "a=1"))
        let page = try await TestPage(url: server.url("/set"), configuration: configuration)
        try await observer.wait(count: 1)
        #expect(observer.stores.count == 1)
        withExtendedLifetime((deaf, page)) {}
    }

    @Test func `ck-observer-no-crash-ephemeral: observers are not retained, and a store may go with one`() async throws
    {
        var short: WKWebsiteDataStore? = .nonPersistent()
        weak let gone = short
        let observer = Observer()
        weak var forgotten: Observer?
        do {
            let brief = Observer()
            forgotten = brief
            short?.httpCookieStore.add(brief)
        }
        #expect(forgotten == nil)
        short?.httpCookieStore.add(observer)
        await short?.httpCookieStore.setCookie(try cookie("a"))
        #expect(await short?.httpCookieStore.allCookies().count == 1)
        short = nil
        #expect(try await isReleased { gone })
        await store.setCookie(try cookie("a"))
        #expect(observer.stores.count <= 1)
    }

    // MARK: Stores

    @Test func `Two views with two stores see nothing of each other's cookies and storage`() async throws {
        let one = try await TestPage(url: server.url("/"), configuration: configuration)
        let two = try await TestPage(url: server.url("/"))
        try await one.evaluate("document.cookie = 'a=1; max-age=1000'; localStorage.a = '1'; 0")
        try await two.load(server.url("/"))
        #expect(sentCookies().isEmpty)
        #expect(try await two.evaluate("document.cookie + localStorage.length") as? String == "0")
        #expect(await two.webView.configuration.websiteDataStore.httpCookieStore.allCookies().isEmpty)
        // A view with the same store does.
        let three = try await TestPage(url: server.url("/"), configuration: configuration)
        #expect(sentCookies() == ["a=1"])
        #expect(try await three.evaluate("document.cookie + localStorage.a") as? String == "a=11")
    }
}
