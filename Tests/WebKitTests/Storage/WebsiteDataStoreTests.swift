import GawaTestSupport
import TestServer
import Testing
import WebKit

/// `WKWebsiteDataStore`: which object is which, and what it says and removes of sites' data.
@MainActor @Suite(.serialized)
struct WebsiteDataStoreTests {
    private static let storage: Set = [WKWebsiteDataTypeLocalStorage, WKWebsiteDataTypeIndexedDBDatabases]

    // MARK: Objects

    @Test func `The default store is one, stores in memory are many, and neither has an identifier`() {
        #expect(WKWebsiteDataStore.default() === WKWebsiteDataStore.default())
        #expect(WKWebsiteDataStore.default().isPersistent)
        #expect(WKWebsiteDataStore.default().identifier == nil)
        #expect(WKWebsiteDataStore.nonPersistent() !== WKWebsiteDataStore.nonPersistent())
        #expect(!WKWebsiteDataStore.nonPersistent().isPersistent)
        #expect(WKWebsiteDataStore.nonPersistent().identifier == nil)
        #expect(WKWebViewConfiguration().websiteDataStore === WKWebsiteDataStore.default())
    }

    @Test func `A store with an identifier is the same object as long as it lives`() {
        let identifier = UUID()
        var store: WKWebsiteDataStore? = WKWebsiteDataStore(forIdentifier: identifier)
        weak let gone = store
        #expect(store === WKWebsiteDataStore(forIdentifier: identifier))
        #expect(store !== WKWebsiteDataStore(forIdentifier: UUID()))
        #expect(store?.identifier == identifier)
        #expect(store?.isPersistent == true)
        store = nil
        #expect(gone == nil)
        #expect(WKWebsiteDataStore(forIdentifier: identifier).identifier == identifier)
    }

    @Test func `All kinds of data have the names of their constants`() {
        let types = WKWebsiteDataStore.allWebsiteDataTypes()
        #expect(types.count == 9)
        #expect(types.isSuperset(of: Self.storage))
        #expect(types.contains("WKWebsiteDataTypeCookies"))
        #expect(types.allSatisfy { $0.hasPrefix("WKWebsiteDataType") })
    }

    // MARK: Data of sites

    /// A page whose store has a cookie, a local item and a database.
    private func fullPage(_ server: TestServer) async throws -> TestPage {
        server.route("/", .html("<p>"))
        let page = try await TestPage(url: server.url("/"))
        try await page.call(
            """
            document.cookie = 'a=1; max-age=1000'
            localStorage.b = '2'
            await new Promise(resolve => { indexedDB.open('c').onsuccess = resolve })
            """)
        return page
    }

    private func store(_ page: TestPage) -> WKWebsiteDataStore { page.webView.configuration.websiteDataStore }

    private func left(_ page: TestPage) async throws -> String {
        let inPage = try await page.call(
            "return `${localStorage.length} ${(await indexedDB.databases()).length}`")
        return "\(await store(page).httpCookieStore.allCookies().count) \(inPage as? String ?? "")"
    }

    @Test func `Records name the sites and their kinds of data, and removing for them leaves other kinds`() async throws
    {
        let server = try TestServer()
        let page = try await fullPage(server)
        let all = WKWebsiteDataStore.allWebsiteDataTypes()
        let records = await store(page).dataRecords(ofTypes: all)
        let record = try #require(records.first { $0.displayName == "localhost" })
        #expect(record.dataTypes.isSuperset(of: Self.storage.union([WKWebsiteDataTypeCookies])))
        #expect(record.dataTypes.isSubset(of: all))
        let cookies = await store(page).dataRecords(ofTypes: [WKWebsiteDataTypeCookies])
        #expect(cookies.map(\.displayName) == ["localhost"])
        #expect(cookies.map(\.dataTypes) == [[WKWebsiteDataTypeCookies]])
        #expect(await store(page).dataRecords(ofTypes: []).isEmpty)
        #expect(await store(page).dataRecords(ofTypes: ["Unknown"]).isEmpty)

        #expect(try await left(page) == "1 1 1")
        await store(page).removeData(ofTypes: all, for: [])
        await store(page).removeData(ofTypes: [], for: records)
        #expect(try await left(page) == "1 1 1")
        await store(page).removeData(ofTypes: [WKWebsiteDataTypeCookies], for: records)
        #expect(try await left(page) == "0 1 1")
        await store(page).removeData(ofTypes: all, for: records)
        try await page.load(server.url("/"))
        #expect(try await left(page) == "0 0 0")
    }

    @Test func `Removing since a date spares cookies, whose age the engine does not know`() async throws {
        let server = try TestServer()
        let page = try await fullPage(server)
        let all = WKWebsiteDataStore.allWebsiteDataTypes()
        await store(page).removeData(ofTypes: all, modifiedSince: Date() + 1000)
        #expect(try await left(page) == "1 1 1")
        await store(page).removeData(ofTypes: all, modifiedSince: Date() - 1000)
        try await page.load(server.url("/"))
        #expect(try await left(page) == "1 0 0")
        await store(page).removeData(ofTypes: all, modifiedSince: Date(timeIntervalSince1970: 0))
        #expect(try await left(page) == "0 0 0")
    }

    @Test func `The calls with handlers answer once, later, even when the store has gone`() async throws {
        let calls = CompletionRecorder()
        let all = WKWebsiteDataStore.allWebsiteDataTypes()
        do {
            let short = WKWebsiteDataStore.nonPersistent()
            short.fetchDataRecords(ofTypes: all) { calls.note("records \($0.count)") }
            short.removeData(ofTypes: all, modifiedSince: .distantPast) { calls.note("all") }
            short.removeData(ofTypes: all, for: []) { calls.note("none") }
            short.removeData(ofTypes: [], modifiedSince: .distantPast) { calls.note("no types") }
            #expect(calls.log.isEmpty)
        }
        try await calls.wait(count: 4)
        #expect(Set(calls.log) == ["records 0", "all", "none", "no types"])
        #expect(calls.areAllOnMainThread)
    }
}
