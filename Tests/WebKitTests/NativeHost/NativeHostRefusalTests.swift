import GawaTestSupport
import TestServer
import Testing
import WebKit

/// What is not the app's, and must not reach a network either.
@MainActor @Suite(.serialized)
struct NativeHostRefusalTests {
    /// The text of a function's body that makes loads of many kinds at the same time.
    private static func all(of address: String) -> String {
        let loads = [
            "xhr(\(address))", "get(\(address))",
            "get(\(address), {mode: 'no-cors'})",
            "events(\(address))", "element('img', {src: \(address)})", "element('script', {src: \(address)})",
            "element('link', {rel: 'stylesheet', href: \(address)})",
            "worker('return await fetch(\"' + \(address) + '\").then(() => \"answered\", e => e.name)')",
        ]
        return "return (await Promise.all([\(loads.joined(separator: ", "))])).join();"
    }

    private func expectFailures(_ seen: String) {
        let answers = seen.split(separator: ",")
        #expect(answers.count == 8)
        for answer in answers { #expect(NativeHostPage.failures.contains(answer)) }
    }

    private nonisolated static let lookAlikes = [
        "http://native./a", "http://native../a", "http://NATIVE./a", "http://native%2e/a", "http://native\u{3002}/a",
        "http://\u{FF4E}ative\u{FF0E}/a", "http://native:8080/a", "https://native:80/a", "http://native:443/a",
    ]

    @Test(arguments: lookAlikes)
    func `a look-alike is refused, whatever loads it`(address: String) async throws {
        let page = try await NativeHostPage(.http)
        let seen = try await page.run(Self.all(of: "address"), ["address": address])
        expectFailures(seen)
        let synchronous = try await page.run("return await xhr(address, 'GET', null, {}, false)", ["address": address])
        #expect(NativeHostPage.failures.contains(synchronous[...]))
        #expect(page.arrivals == [])
        #expect(page.departures == [])
    }

    @Test(arguments: ["http://x@native/a", "http://x:y@native/a", "http://:y@native/a"])
    func `a user's name reaches nobody: the engine takes it off, or the address is refused`(address: String)
        async throws
    {
        let page = try await NativeHostPage(.http)
        try await page.run(
            "await xhr(address); await get(address); await element('img', {src: address})", ["address": address])
        for arrival in page.arrivals { #expect(arrival.url == "native://http.native/a") }
        #expect(page.departures == [])
    }

    @Test(arguments: ["http://native./a", "http://native:8080/a", "http://x@native/a"])
    func `a look-alike is an empty page`(address: String) async throws {
        let page = try await NativeHostPage(.http)
        try await page.page.load(makeURL(address))
        #expect(try await page.run("return document.documentElement.textContent") == "")
        #expect(page.arrivals == [])
        #expect(page.departures == [])
    }

    private nonisolated static let same = [
        "HTTP://NATIVE/a", "http://native:80/a", "https://native:443/a", "http://@native/a", "http://n%61tive/a",
        "http:\\\\native\\a", "http://\u{FF4E}ative/a", "http://nat\u{AD}ive/a", "  http://native/a\n",
    ]

    @Test(arguments: same)
    func `other ways to write the host are the host`(address: String) async throws {
        let page = try await NativeHostPage(.http)
        let seen = try await page.page.call("return await fetch(address).then(a => a.text())", ["address": address])
        #expect(seen as? String == "the app")
        #expect(page.departures == [])
    }

    @Test(arguments: [
        "http://native.example/a", "http://x.native/a", "http://http.native/a", "http://natives/a", "http://nativ/a",
        "http://other/native/", "http://other/?http://native/",
    ])
    func `other hosts are left to the network`(address: String) async throws {
        let page = try await NativeHostPage(.http)
        try await page.page.call("await fetch(address, {mode: 'no-cors'})", ["address": address])
        #expect(page.arrivals == [])
        #expect(page.departures == ["GET \(address)"])
    }

    // MARK: Redirects

    @Test(
        arguments: [
            "http://native/a", "https://native/a", "native://native/a", "native://http.native/a", "http://native./a",
        ], [302, 307])
    func `a server's redirect reaches no handler`(target: String, status: Int) async throws {
        let page = try await NativeHostPage(.http)
        page.server.route(
            "/from", .redirect(to: target, status: status).header("Access-Control-Allow-Origin", "*"))
        let seen = try await page.run(
            Self.all(of: "address"), ["address": page.server.url("/from").absoluteString])
        expectFailures(seen)
        #expect(page.arrivals == [])
        #expect(page.departures == [])
    }

    /// The network's process follows it by itself.
    @Test func `a server's redirect of a synchronous request leaves, and reaches no handler`() async throws {
        let page = try await NativeHostPage(.http)
        for target in ["http://native/a", "native://native/a"] {
            page.server.route("/from", .redirect(to: target).header("Access-Control-Allow-Origin", "*"))
            let seen = try await page.run("return await xhr('/from', 'GET', null, {}, false)")
            #expect(NativeHostPage.failures.contains(seen[...]))
        }
        #expect(page.arrivals == [])
        #expect(page.departures == ["GET http://native/a"])
    }

    @Test(arguments: ["http://native/a.html", "https://native/a.html", "native://native/a.html"])
    func `a page that a server redirects does not go to the app`(target: String) async throws {
        let page = try await NativeHostPage(.http)
        page.server.route("/from", .redirect(to: target))
        await #expect(throws: (any Error).self) { try await page.page.load(page.server.url("/from")) }
        try await page.run("setTimeout(() => { location.href = '/from' })")
        try await page.page.navigation.wait(for: "the redirect") { _ in
            page.page.navigation.actions.filter { $0.request.url?.path == "/from" }.count == 2
        }
        // Another request makes the way after it, if the page may make one.
        try await page.run("return await get('http://other/')")
        #expect(page.arrivals == [])
        #expect(page.departures.filter { $0 != "GET http://other/" } == [])
        #expect(try await page.run("return location.pathname") == "/page")
    }

    @Test(arguments: ["http://native/a.html", "native://native/a.html"])
    func `a frame that a server redirects does not show the app`(target: String) async throws {
        let page = try await NativeHostPage(.http)
        page.server.route("/from", .redirect(to: target))
        #expect(try await page.run("return await element('iframe', {src: '/from'})") == "nothing")
        #expect(page.server.requests.contains { $0.path == "/from" })
        try await page.run("return await get('http://other/')")
        #expect(page.arrivals == [])
        #expect(page.departures == ["GET http://other/"])
    }
}
