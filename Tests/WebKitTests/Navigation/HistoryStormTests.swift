import Foundation
import GawaTestSupport
import TestProcess
import TestServer
import Testing

@testable import WebKit

/// Steps on the heels of steps and loads.
@MainActor @Suite(.serialized)
struct HistoryStormTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `However steps and loads follow each other, none ends twice and the last load succeeds`(
        seed: UInt64
    ) async throws {
        let server = try TestServer { _ in .html("<p>") }
        var random = SeededRandom(state: seed)
        let page = try await TestPage(url: server.url("/first"))
        for round in 0..<(FullTests.areOn ? 60 : 12) {
            page.navigation.reset()
            // Steps within the document, too.
            try await page.evaluate("location.hash = 'a'; location.hash = 'b'; 0")
            var made: [WKNavigation?] = []
            for number in 0..<(1 + random.next(below: 5)) {
                switch random.next(below: 5) {
                case 0, 1: made.append(page.webView.goBack())
                case 2: made.append(page.webView.goForward())
                case 3: made.append(page.webView.load(URLRequest(url: server.url("/\(round)-\(number)"))))
                default: made.append(page.webView.reload())
                }
                switch random.next(below: 5) {
                case 0: await Task.yield()
                case 1: try await Task.sleep(for: .milliseconds(random.next(below: 8)))
                case 2: _ = try? await page.evaluate("1")
                default: break
                }
            }
            let last = server.url("/last-\(round)")
            let navigation = try #require(page.webView.load(URLRequest(url: last)))
            do {
                try await page.navigation.waitForEnd(of: navigation)
            } catch {
                Issue.record("Round \(round) of seed \(seed): \(error) \(names(page, made + [navigation]))")
            }
            // A load that is held back for nothing waits for five seconds.
            #expect(page.webView.engine.silentReleases == 0, "Round \(round): \(names(page, made + [navigation]))")
            #expect(page.webView.url == last)
            _ = try await page.call("return 1")
            for navigation in made {
                let ends = page.navigation.events.count {
                    $0.navigation === navigation && ["finished", "failed", "failedProvisionally"].contains($0.name)
                }
                #expect(ends <= 1 || navigation == nil, "Round \(round): \(names(page, made))")
            }
        }
    }

    /// The events of the round, with the number of the load that each was credited to.
    private func names(_ page: TestPage, _ navigations: [WKNavigation?]) -> [String] {
        page.navigation.events.map { event in
            let number = navigations.firstIndex { $0 != nil && $0 === event.navigation }
            return event.name + " " + (number.map(String.init) ?? "?")
        }
    }
}
