import Foundation
import GawaTestSupport
import GawaWebKit
import TestServer
import Testing

@testable import Gawa

/// A page is left while calls wait in it.
@MainActor @Suite(.serialized)
struct LeavingTests {
    private let service = SettlingService()

    /// The ways to leave a page.
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case sameOrigin, crossSite, otherPort, blank, html, reload, locationReload, locationAssign, brokenBody

        var testDescription: String { rawValue }
    }

    @Test(arguments: Way.allCases)
    func `BR-026: calls that wait when the page is left end once, and nothing of them is left`(way: Way) async throws {
        let page = try await BridgedTestPage(service)
        let other = try TestServer { _ in .html("<p>other") }
        let calls = try await PendingCalls(in: page, service)
        try await leave(page, way, other)
        try await calls.expectEnd(.navigated)
        #expect(service.runningCount == 0)
        // The next page of the policy works.
        try await page.page.load(page.server.url("/again"))
        #expect(try await page.outcome("return await settling.same(7)") == "value 7")
        try await page.expectOneDocument()
    }

    private func leave(_ page: BridgedTestPage, _ way: Way, _ other: TestServer) async throws {
        let webView = page.page.webView
        switch way {
        case .sameOrigin: try await page.page.load(page.server.url("/other"))
        case .crossSite: try await page.page.load(page.server.url("/other", host: "127.0.0.1"))
        case .otherPort: try await page.page.load(other.url())
        case .blank: try await page.page.load(try #require(URL(string: "about:blank")))
        case .html: try await page.page.load(html: "<p>no origin")
        case .reload: try await page.page.navigation.waitForEnd(of: webView.reload())
        case .locationReload: try await page.page.evaluate("location.reload(); 0")
        case .locationAssign: try await page.page.evaluate("location.assign('/other'); 0")
        case .brokenBody:
            page.server.route(
                "/broken",
                TestServer.Response(
                    headers: [("Content-Type", "text/html")],
                    stream: AsyncStream {
                        $0.yield(Data("<p>half".utf8)); $0.finish()
                    }))
            webView.load(URLRequest(url: page.server.url("/broken")))
        }
    }

    @Test func `BR-026: ten reloads under load leave no function, no document and no item for a later page`()
        async throws
    {
        let page = try await BridgedTestPage(
            service,
            html: """
                <script>
                globalThis.late = [];
                for (let index = 0; index < 20; index++) {
                    settling.hang("load").then(() => late.push("value"), error => late.push(error.code));
                    settling.later(index, 5).then(value => value === index || late.push("wrong " + value));
                }
                globalThis.never = (signal) => new Promise(() => {});
                </script>
                """)
        for round in 1...10 {
            try await service.wait(for: "the calls") { $0.started.count { $0 == "load" } == 20 * round }
            let calls = (1...5).map { _ in
                let functions = page.functions
                return Task { await Ending.of { () throws(BridgeError) in try await functions.call("never") } }
            }
            await Task.yield()
            #expect(try await page.run("return late.join()") as? String == "")
            try await page.page.navigation.waitForEnd(of: page.page.webView.reload())
            for call in calls { #expect(await call.value == .gone(.navigated)) }
            try await service.wait(for: "the cancellations", timeout: .seconds(1)) {
                $0.cancelled.count { $0 == "load" } == 20 * round
            }
            try await page.expectOneDocument()
        }
        #expect(page.diagnostics.isEmpty)
    }
}
