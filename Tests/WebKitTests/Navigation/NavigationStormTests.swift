import Foundation
import GawaTestSupport
import TestProcess
import TestServer
import Testing
import WebKit

/// Loads on the heels of loads.
@MainActor @Suite(.serialized)
struct NavigationStormTests {
    @Test func `a load that a page drops by its own steps ends too`() async throws {
        let server = try TestServer { _ in .html("<p>") }
        for script in ["location.hash = i", "history.pushState(i, '', '?' + i)"] {
            let page = try await TestPage(url: server.url("/a"))
            try await page.evaluate("let i = 0; setInterval(() => { ++i; \(script) }, 0); 0")
            for round in 0..<3 {
                let navigation = page.webView.load(URLRequest(url: server.url("/b?\(round)")))
                do {
                    try await page.navigation.waitForEnd(of: navigation)
                    // It came through: the steps are gone with their page.
                    break
                } catch let error as URLError {
                    #expect(error.code == .cancelled)
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `BR-030, BR-032: however loads follow each other, each ends once and the last one succeeds`(
        seed: UInt64
    ) async throws {
        let server = try TestServer { _ in .html("<p>") }
        var random = SeededRandom(state: seed)
        let page = TestPage()
        for round in 0..<(FullTests.areOn ? 60 : 12) {
            page.navigation.reset()
            var started: [WKNavigation] = []
            for number in 0..<(1 + random.next(below: 4)) {
                let path = "/load?\(round)-\(number)"
                let navigation =
                    random.next(below: 3) == 0
                    ? page.webView.loadHTMLString("<p>", baseURL: server.url(path))
                    : page.webView.load(URLRequest(url: server.url(path)))
                started.append(try #require(navigation))
                switch random.next(below: 5) {
                case 0: await Task.yield()
                case 1: try await Task.sleep(for: .milliseconds(random.next(below: 8)))
                case 2: _ = try? await page.evaluate("1")
                default: break
                }
            }
            let last = "/load?\(round)-last"
            let navigation = try #require(page.webView.load(URLRequest(url: server.url(last))))
            do {
                try await page.navigation.waitForEnd(of: navigation)
            } catch {
                let events = names(page, started + [navigation])
                Issue.record("Round \(round) of seed \(seed): the last load failed: \(error) \(events)")
            }
            #expect(page.webView.url == server.url(last))
            // All that the engine has to say of the others comes before the answer.
            _ = try await page.call("return 1")
            for navigation in started {
                let ends = page.navigation.events.filter { $0.navigation === navigation && $0.isEnd }
                #expect(ends.count == 1, "Round \(round) of seed \(seed): \(names(page, started + [navigation]))")
            }
        }
    }

    /// The events of the round, with the number of the load that each was credited to.
    private func names(_ page: TestPage, _ navigations: [WKNavigation]) -> [String] {
        page.navigation.events.map { event in
            let number = navigations.firstIndex { $0 === event.navigation }
            return event.name + " " + (number.map(String.init) ?? "?")
        }
    }
}

extension NavigationRecorder.Event {
    fileprivate var isEnd: Bool { ["finished", "failed", "failedProvisionally"].contains(name) }
}

/// The same numbers for the same seed, so that a failure can be had again.
struct SeededRandom {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}
