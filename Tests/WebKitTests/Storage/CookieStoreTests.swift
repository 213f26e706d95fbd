import GawaTestSupport
import TestServer
import Testing
import WebKit

/// `WKHTTPCookieStore`: what the app sets, reads and removes.
@MainActor @Suite(.serialized)
struct CookieStoreTests {
    private let dataStore = WKWebsiteDataStore.nonPersistent()
    private var store: WKHTTPCookieStore { dataStore.httpCookieStore }

    // MARK: Set and read

    @Test func `BR-100: a cookie set before any load is there soon`() async throws {
        let calls = CompletionRecorder()
        store.setCookie(try cookie("a")) { calls.note("set") }
        #expect(calls.log.isEmpty)
        try await calls.wait(count: 1)
        #expect(calls.areAllOnMainThread)
        #expect(await store.allCookies().map(\.name) == ["a"])
        #expect(calls.log.count == 1)
    }

    @Test func `A store gives the same cookie store each time, and two stores share nothing`() async throws {
        #expect(dataStore.httpCookieStore === dataStore.httpCookieStore)
        let other = WKWebsiteDataStore.nonPersistent()
        await store.setCookie(try cookie("a"))
        #expect(await other.httpCookieStore.allCookies().isEmpty)
        #expect(await store.allCookies().count == 1)
    }

    @Test func `Every part of a cookie goes into the store and comes back`() async throws {
        let expires = Date(timeIntervalSince1970: (Date() + 86_400).timeIntervalSince1970.rounded())
        let plain = try cookie("plain", "a=b \"q\" ü", domain: "example.com", path: "/x/y")
        let full = try #require(
            HTTPCookie(properties: [
                .name: "full", .value: "v", .domain: ".example.com", .path: "/", .secure: "TRUE", .expires: expires,
                HTTPCookiePropertyKey(rawValue: "HttpOnly"): "TRUE",
            ]))
        await store.setCookies([plain, full, try full.withSameSitePolicy(.sameSiteLax).renamed("lax")])
        let stored = await store.allCookies()
        let facts = Set(stored.map(CookieFacts.init))
        #expect(
            facts == [
                CookieFacts(name: "plain", value: "a=b \"q\" ü", domain: "example.com", path: "/x/y"),
                CookieFacts(
                    name: "full", value: "v", domain: ".example.com", path: "/", expires: expires, isSecure: true,
                    isHTTPOnly: true),
                CookieFacts(
                    name: "lax", value: "v", domain: ".example.com", path: "/", expires: expires, isSecure: true,
                    isHTTPOnly: true, sameSite: .sameSiteLax),
            ])
        // What came out can go in again, unchanged.
        let other = WKWebsiteDataStore.nonPersistent().httpCookieStore
        await other.setCookies(stored)
        #expect(Set(await other.allCookies().map(CookieFacts.init)) == facts)
    }

    @Test func `Cookies of Set-Cookie fields keep what Foundation read, and the age that it did not`() async throws {
        let url = try #require(URL(string: "https://a.example.com/x"))
        func read(_ field: String) -> [HTTPCookie] {
            HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": field], for: url)
        }
        let cookies =
            read("aged=1; Max-Age=1000; HttpOnly") + read("session=1; Domain=example.com; Path=/; Secure")
            + read("dated=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT; Path=/x")
        await store.setCookies(cookies)
        let stored = Dictionary(uniqueKeysWithValues: await store.allCookies().map { ($0.name, $0) })
        let aged = try #require(stored["aged"])
        #expect(aged.isHTTPOnly)
        #expect(abs(try #require(aged.expiresDate).timeIntervalSinceNow - 1000) < 60)
        #expect(stored["session"]?.domain == ".example.com")
        #expect(stored["session"]?.isSecure == true)
        #expect(stored["session"]?.isSessionOnly == true)
        #expect(stored["session"]?.expiresDate == nil)
        #expect(stored["dated"]?.expiresDate == Date(timeIntervalSince1970: 2_139_722_880))
        #expect(stored["dated"]?.domain == "a.example.com")
        #expect(stored["dated"]?.path == "/x")
    }

    @Test func `ck-set-many: several cookies are set with one completion`() async throws {
        let calls = CompletionRecorder()
        let later = Date() + 1000
        store.setCookies([try cookie("SessionCookieName"), try cookie("PersistentCookieName", expires: later)]) {
            calls.note("set")
        }
        try await calls.wait(count: 1)
        let stored = await store.allCookies()
        #expect(Set(stored.map(\.name)) == ["SessionCookieName", "PersistentCookieName"])
        #expect(stored.allSatisfy { $0.sameSitePolicy == nil })
        store.setCookies([]) { calls.note("none") }
        #expect(calls.log == ["set"])
        try await calls.wait(count: 2)
        _ = await store.allCookies()
        #expect(calls.log == ["set", "none"])
    }

    @Test func `ck-same-name-two-domains: cookies of one name on two domains are two, and the second is replaced`()
        async throws
    {
        await store.setCookie(try cookie("n", "1", domain: "127.0.0.1"))
        await store.setCookie(try cookie("n", "2", domain: "localhost"))
        await store.setCookie(try cookie("n", "3", domain: "localhost"))
        let stored = await store.allCookies()
        #expect(stored.count == 2)
        #expect(stored.first { $0.domain == "127.0.0.1" }?.value == "1")
        #expect(stored.first { $0.domain == "localhost" }?.value == "3")
    }

    @Test func `ck-for-url: the cookies for a URL are those of its domain`() async throws {
        await store.setCookie(try cookie("a", domain: "webkit.test"))
        await store.setCookie(try cookie("b", domain: "other.test"))
        await store.setCookie(try cookie("c", domain: ".webkit.test", path: "/deep"))
        func names(_ url: String) async throws -> [String] {
            await store.cookies(for: try #require(URL(string: url))).map(\.name).sorted()
        }
        #expect(try await names("https://webkit.test/") == ["a"])
        #expect(try await names("https://sub.webkit.test/deep/er") == ["c"])
        #expect(try await names("app://webkit.test/") == [])
    }

    @Test func `A cookie that the engine would not keep is refused, with its completion called`() async throws {
        let far = Date.distantFuture
        let bad = [
            try cookie("a", "x\ny"), try cookie("a\0b"), try cookie("a", "x;y"), try cookie("a;b"),
            try cookie("a=b"), try cookie("a", domain: "com"), try cookie("a", domain: ".co.uk", expires: far),
            try cookie("a", path: ""),
        ]
        let calls = CompletionRecorder()
        for (index, cookie) in bad.enumerated() { store.setCookie(cookie) { calls.note("\(index)") } }
        store.setCookies(bad) { calls.note("all") }
        await store.setCookie(try cookie("good", expires: far))
        try await calls.wait(count: bad.count + 1)
        #expect(await store.allCookies().map(\.name) == ["good"])
        #expect(Set(calls.log).count == bad.count + 1)
    }

    @Test func `A cookie that expired removes the one that is there`() async throws {
        await store.setCookie(try cookie("a", "1"))
        await store.setCookie(try cookie("a", "2", expires: Date() - 100))
        #expect(await store.allCookies().isEmpty)
        await store.setCookie(try cookie("a", "1"))
        await store.setCookie(try cookie("a", "2", expires: .distantPast))
        #expect(await store.allCookies().isEmpty)
    }

    @Test func `ck-creation-time, ck-partitioned-property: neither goes into the engine's cookie`() async throws {
        let created = HTTPCookiePropertyKey(rawValue: "Created")
        let partition = HTTPCookiePropertyKey(rawValue: "StoragePartition")
        let old = try #require(
            HTTPCookie(properties: [
                .name: "a", .value: "b", .domain: "localhost", .path: "/", created: 1000.0,
                partition: "https://example.test",
            ]))
        await store.setCookie(old)
        let stored = try #require(await store.allCookies().first)
        // The time when the app asked.
        let time = try #require(stored.properties?[created] as? Double)
        #expect(abs(Date(timeIntervalSinceReferenceDate: time).timeIntervalSinceNow) < 600)
        #expect(stored.properties?[partition] == nil)
    }

    @Test func `Fractions of a second are cut off the expiry`() async throws {
        await store.setCookie(try cookie("a", expires: Date(timeIntervalSince1970: 4_000_000_000.75)))
        #expect(await store.allCookies().first?.expiresDate == Date(timeIntervalSince1970: 4_000_000_000))
    }

    @Test func `A cookie made from another's properties loses on Linux what the ledger names`() async throws {
        let full = try #require(
            HTTPCookie(properties: [
                .name: "a", .value: "b", .domain: "localhost", .path: "/", .secure: "TRUE",
                HTTPCookiePropertyKey(rawValue: "HttpOnly"): "TRUE",
            ]))
        let copy = try #require(HTTPCookie(properties: full.properties ?? [:]))
        #expect(full.isSecure && full.isHTTPOnly)
        #expect(!copy.isSecure && !copy.isHTTPOnly)
        let strict = full.withSameSitePolicy(.sameSiteStrict)
        #expect(strict.isSecure && strict.isHTTPOnly && strict.sameSitePolicy == .sameSiteStrict)
        #expect(strict.withSameSitePolicy(nil).sameSitePolicy == nil)
    }

    // MARK: Delete

    @Test func `ck-delete-ignores-value: a cookie is deleted whatever its value`() async throws {
        await store.setCookie(try cookie("a", "v2", isHTTPOnly: true))
        await store.deleteCookie(try cookie("a", "v1", isHTTPOnly: true))
        #expect(await store.allCookies().isEmpty)
    }

    @Test func `ck-httponly-delete-needs-match: a twin that differs in HttpOnly deletes nothing`() async throws {
        await store.setCookie(try cookie("a", "v", isHTTPOnly: true))
        await store.deleteCookie(try cookie("a", "v"))
        #expect(await store.allCookies().count == 1)
    }

    @Test func `ck-delete-one-of-two: deleting one cookie leaves the others`() async throws {
        let session = try cookie("session")
        await store.setCookies([session, try cookie("persistent", expires: Date() + 1000)])
        await store.deleteCookie(session)
        #expect(await store.allCookies().map(\.name) == ["persistent"])
        await store.deleteCookie(try cookie("persistent", path: "/other"))
        await store.deleteCookie(try cookie("persistent", domain: ".localhost"))
        #expect(await store.allCookies().map(\.name) == ["persistent"])
    }

    @Test func `Calls that nobody waits between take effect in their order, and answer once`() async throws {
        let calls = CompletionRecorder()
        let one = try cookie("n", "1")
        store.setCookie(one) { calls.note("set 1") }
        store.delete(one) { calls.note("delete") }
        store.getAllCookies { calls.note("after delete \($0.count)") }
        store.setCookie(try cookie("n", "2")) { calls.note("set 2") }
        store.delete(try cookie("other")) { calls.note("delete none") }
        store.setCookie(try cookie("m", "3"), completionHandler: nil)
        store.delete(try cookie("m", "4"), completionHandler: nil)
        store.getAllCookies { calls.note("at last \($0.map(\.value))") }
        #expect(calls.log.isEmpty)
        try await calls.wait(count: 6)
        _ = await store.allCookies()
        let read = calls.log.filter { $0.contains("after") || $0.contains("last") }
        #expect(read == ["after delete 0", "at last [\"2\"]"])
        #expect(Set(calls.log).count == 6 && calls.log.count == 6)
    }

    @Test func `Completions come once even when the store has gone`() async throws {
        let calls = CompletionRecorder()
        let names = [try cookie("a"), try cookie("b")]
        weak var gone: WKWebsiteDataStore?
        do {
            let short = WKWebsiteDataStore.nonPersistent()
            gone = short
            short.httpCookieStore.setCookie(names[0]) { calls.note("set") }
            short.httpCookieStore.delete(names[0]) { calls.note("delete") }
            short.httpCookieStore.setCookies(names) { calls.note("set two") }
            short.httpCookieStore.getAllCookies { calls.note("all \($0.count)") }
            short.httpCookieStore.setCookiePolicy(.disallow) { calls.note("policy") }
        }
        #expect(gone == nil)
        try await calls.wait(count: 5)
        #expect(calls.log.contains("all 2"))
        _ = await store.allCookies()
        #expect(calls.log.count == 5)
    }

    // MARK: Policy

    @Test func `The cookie policy is read back, and a store that takes none keeps what it has`() async throws {
        #expect(await store.cookiePolicy == .allow)
        await store.setCookie(try cookie("before"))
        await store.setCookiePolicy(.disallow)
        #expect(await store.cookiePolicy == .disallow)
        let server = try TestServer()
        server.route("/", .html("<p>").header("Set-Cookie", "header=1"))
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = dataStore
        let page = try await TestPage(url: server.url("/"), configuration: configuration)
        try await page.evaluate("document.cookie = 'js=1'")
        #expect(await store.allCookies().map(\.name) == ["before"])
        await store.setCookiePolicy(.allow)
        try await page.load(server.url("/"))
        #expect(Set(await store.allCookies().map(\.name)) == ["before", "header"])
        #expect(WKHTTPCookieStore.CookiePolicy(rawValue: 1) == .disallow)
        // The policy is for pages and servers, not for the app.
        await store.setCookiePolicy(.disallow)
        await store.setCookie(try cookie("app"))
        await store.deleteCookie(try cookie("before"))
        #expect(Set(await store.allCookies().map(\.name)) == ["app", "header"])
    }

    // MARK: Ownership

    @Test func `A store and its cookies go with their last owner`() async throws {
        weak var dataStore: WKWebsiteDataStore?
        weak var cookies: WKHTTPCookieStore?
        do {
            let short = WKWebsiteDataStore.nonPersistent()
            dataStore = short
            cookies = short.httpCookieStore
            await short.httpCookieStore.setCookie(try cookie("a"))
        }
        #expect(try await isReleased { dataStore })
        #expect(try await isReleased { cookies })
    }
}
