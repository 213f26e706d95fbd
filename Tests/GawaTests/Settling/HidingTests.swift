import Foundation
import GawaTestSupport
import GawaWebKit
import TestProcess
import TestServer
import Testing

@testable import Gawa

/// What a page says as it goes.
@MainActor @Suite(.serialized)
struct HidingTests {
    private let service = SettlingService()

    private static let html = """
        <script>
        addEventListener('pagehide', () => {
            settling.note('bye ' + location.search + ' ' + 'x'.repeat(1000));
            settling.hang('hidden').catch(() => {});
            settling.later(1, 5).catch(() => {});
        });
        settling.note('hello ' + location.search);
        </script>
        """

    @Test func `BR-036: a one-way call in pagehide arrives once, before those of the next page, and with its own URL`()
        async throws
    {
        let page = try await BridgedTestPage(service, html: Self.html)
        let count = FullTests.areOn ? 50 : 15
        for round in 1...count {
            try await page.page.evaluate("location.assign('/?\(round)'); 0")
            try await service.wait(for: "the next page") { $0.notes.contains("hello ?\(round)") }
        }
        var expected = ["hello "]
        for round in 1...count {
            expected.append("bye \(round == 1 ? "" : "?\(round - 1)")")
            expected.append("hello ?\(round)")
        }
        #expect(
            service.notes.map { $0.replacing(" xx", with: " x").prefix { $0 != "x" } }.map { $0.trimmed }
                == expected.map(\.trimmed))
        #expect(
            service.notes.filter { $0.hasPrefix("bye") }.allSatisfy {
                $0.hasSuffix(String(repeating: "x", count: 1000))
            })
        for (note, caller) in zip(service.notes, service.callers) {
            let search = note.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            let query = caller.frame.request.url?.query().map { "?" + $0 } ?? ""
            #expect(search.hasPrefix("x") ? query.isEmpty : search == query)
        }
        service.forgetCallers()
        // Functions that a hidden page asked for do not outlive it.
        try await service.wait(for: "the cancellations", timeout: .seconds(1)) { $0.runningCount == 0 }
        try await page.expectOneDocument()
        #expect(page.page.navigation.events.filter { $0.name == "failed" }.isEmpty)
    }

    @Test func `a page that is hidden for a page without a bridge leaves no function running`() async throws {
        let page = try await BridgedTestPage(service, html: Self.html)
        try await page.page.load(try #require(URL(string: "about:blank")))
        try await service.wait(for: "the last word") { $0.notes.contains { $0.hasPrefix("bye") } }
        service.forgetCallers()
        let list = page.bridge.documents
        #expect(try await isReleased(within: .seconds(2)) { list.all.isEmpty ? nil : list })
        try await service.wait(for: "the cancellations", timeout: .seconds(1)) { $0.runningCount == 0 }
    }

    @Test func `BR-050: a one-way call whose function fails is a diagnostic and no rejection`() async throws {
        let page = try await BridgedTestPage(service)
        try await page.run(
            """
            globalThis.rejections = 0;
            addEventListener('unhandledrejection', () => rejections++);
            if (settling.noteAndFail('a') !== undefined) throw new Error('a result');
            await settling.same(1);
            await new Promise(resolve => setTimeout(resolve, 10));
            """)
        #expect(page.diagnostics == [.oneWayFailed(function: "settling.noteAndFail", error: "It failed")])
        #expect(try await page.run("return rejections") as? Int == 0)
    }
}

extension StringProtocol {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
