import GawaTestSupport
import Testing
import WebKit

/// Stores with identifiers, each test in a program of its own.
@Suite(.serialized)
struct NamedStoreTests {
    /// Shows a page of a store, and runs the body of a function in it.
    @MainActor
    private static func call(_ body: String, in store: WKWebsiteDataStore) async throws -> String? {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        let url = URL(string: "https://app.test/")
        let page = try await TestPage(html: "<p>", baseURL: url, configuration: configuration)
        return try await page.call(body) as? String
    }

    private func sentence(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test func `Stores with identifiers are listed, kept apart, and removed when nobody uses them`() async {
        let place = FileManager.default.temporaryDirectory.appending(component: "gawa-\(UUID())")
        // Here, since the engine still writes when the other program ends.
        defer { try? FileManager.default.removeItem(at: place) }
        await #expect(processExitsWith: .success) { @MainActor [path = place.path as String] in
            let folder = URL(fileURLWithPath: path, isDirectory: true)
            WebKitEngine.storageDirectory = folder
            let (one, two) = (UUID(), UUID())
            #expect(await WKWebsiteDataStore.allDataStoreIdentifiers.isEmpty)
            // One that never was is removed without an error.
            try await WKWebsiteDataStore.remove(forIdentifier: one)

            weak var session: WKWebsiteDataStore?
            do {
                let store = WKWebsiteDataStore(forIdentifier: one)
                session = store
                let write = "localStorage.a = '1'; return 'written'"
                #expect(try await Self.call(write, in: store) == "written")
                await store.httpCookieStore.setCookie(try cookie("a", expires: Date() + 1000))
                let other = WKWebsiteDataStore(forIdentifier: two)
                #expect(try await Self.call("return localStorage.a ?? 'none'", in: other) == "none")
                #expect(await other.httpCookieStore.allCookies().isEmpty)
                #expect(Set(await WKWebsiteDataStore.allDataStoreIdentifiers) == [one, two])
                await #expect(throws: NSError(domain: "WKWebSiteDataStore", code: 1)) {
                    do {
                        try await WKWebsiteDataStore.remove(forIdentifier: one)
                    } catch let error as NSError {
                        throw NSError(domain: error.domain, code: error.code)
                    }
                }
            }
            #expect(try await isReleased { session })

            // Made again at once, while the engine may still be closing the old one.
            do {
                let store = WKWebsiteDataStore(forIdentifier: one)
                session = store
                #expect(try await Self.call("return localStorage.a ?? 'none'", in: store) == "1")
                #expect(await store.httpCookieStore.allCookies().map(\.name) == ["a"])
            }
            #expect(try await isReleased { session })
            var error: (any Error)?
            let end = ContinuousClock.now + .seconds(20)
            // The view goes a little after its last reference.
            repeat {
                do {
                    error = nil
                    try await WKWebsiteDataStore.remove(forIdentifier: one)
                } catch let inUse {
                    error = inUse
                    try await Task.sleep(for: .milliseconds(20))
                }
            } while error != nil && ContinuousClock.now < end
            #expect(error == nil)
            #expect(await WKWebsiteDataStore.allDataStoreIdentifiers == [two])
            // What the engine closes late must not come back.
            try await Task.sleep(for: .seconds(2))
            let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            #expect(paths.filter { $0.contains(one.uuidString) } == [])
            #expect(paths.contains("Data/Stores/\(two.uuidString)"))
            let fresh = WKWebsiteDataStore(forIdentifier: one)
            #expect(try await Self.call("return localStorage.a ?? 'none'", in: fresh) == "none")
        }
    }

    @Test func `An identifier of zeros alone is refused`() async {
        let zeros = "The identifier of a data store must not be all zeros: make one with UUID() and keep it"
        let made = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                _ = WKWebsiteDataStore(forIdentifier: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
            }
        }
        #expect(sentence(made).contains(zeros))
        let removed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
            try await WKWebsiteDataStore.remove(forIdentifier: zero)
        }
        #expect(sentence(removed).contains(zeros))
    }

    @Test func `The folder cannot be chosen after a persistent store was used`() async {
        let late = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = await WKWebsiteDataStore.allDataStoreIdentifiers
            await MainActor.run { WebKitEngine.storageDirectory = FileManager.default.temporaryDirectory }
        }
        #expect(sentence(late).contains("Set WebKitEngine.storageDirectory before the first view"))
        let wrong = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { WebKitEngine.storageDirectory = URL(string: "https://example.com/") }
        }
        #expect(sentence(wrong).contains("WebKitEngine.storageDirectory is a folder"))
    }
}
