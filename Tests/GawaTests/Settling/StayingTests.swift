import Foundation
import GawaTestSupport
import GawaWebKit
import TestServer
import Testing

@testable import Gawa

/// What looks like the end of a page, and is none: the calls go on.
@MainActor @Suite(.serialized)
struct StayingTests {
    private let service = SettlingService()

    enum Event: String, CaseIterable, CustomTestStringConvertible {
        case refusedConnection, unknownHost, noContent, refusedByDelegate, stopped, fragment, pushState, documentOpen

        var testDescription: String { rawValue }
    }

    @Test(arguments: Event.allCases)
    func `BR-030, BR-041: calls go on through a load that fails, a step in the page, and document.open`(event: Event)
        async throws
    {
        let page = try await BridgedTestPage(service)
        let calls = try await PendingCalls(in: page, service)
        try await happen(event, page)
        #expect(try await page.outcome("return await settling.same(3)") == "value 3")
        try await calls.expectWaiting(in: page)
        #expect(try await page.run("return endings.join()") as? String == "")
        // And they end with the page.
        try await page.page.load(page.server.url("/other"))
        try await service.wait(for: "the cancellation", timeout: .seconds(1)) { $0.cancelled == ["pending"] }
        try await calls.expectNothingLeft()
        #expect(try await page.outcome("return await settling.same(4)") == "value 4")
    }

    private func happen(_ event: Event, _ page: BridgedTestPage) async throws {
        let webView = page.page.webView
        switch event {
        case .refusedConnection, .unknownHost:
            let stopped = try TestServer()
            let url = event == .unknownHost ? "http://unknown.invalid/" : stopped.origin() + "/"
            stopped.stop()
            await #expect(throws: (any Error).self) { try await page.page.load(try #require(URL(string: url))) }
        case .noContent:
            page.server.route("/none", TestServer.Response(status: 204))
            await #expect(throws: (any Error).self) { try await page.page.load(page.server.url("/none")) }
        case .refusedByDelegate:
            let answers = Waiter()
            var isAsked = false
            page.page.navigation.decideAction = { action in
                guard action.request.url?.path == "/refused" else { return .allow }
                isAsked = true
                answers.notify()
                return .cancel
            }
            webView.load(URLRequest(url: page.server.url("/refused")))
            try await answers.wait(for: "the question") { isAsked }
        case .stopped:
            page.server.route("/slow") { _ in
                try? await Task.sleep(for: .seconds(30))
                return .notFound
            }
            let navigation = webView.load(URLRequest(url: page.server.url("/slow")))
            try await page.page.navigation.wait(for: "the start") { $0.contains { $0.navigation === navigation } }
            webView.stopLoading()
        case .fragment: try await page.page.evaluate("location.hash = 'part'; 0")
        case .pushState: try await page.page.evaluate("history.pushState(null, '', '/pushed'); 0")
        case .documentOpen:
            try await page.page.evaluate("document.open(); document.write('<p>anew'); document.close(); 0")
        }
    }

    @Test func `BR-041: fifty calls end with their values while frames come and go and the document is written anew`()
        async throws
    {
        let page = try await BridgedTestPage(service, frames: .all)
        let values = try await page.run(
            """
            const calls = [];
            for (let index = 0; index < 50; index++) calls.push(settling.later(index, 20 + index));
            for (let index = 0; index < 20; index++) {
                const frame = document.createElement('iframe');
                if (index % 3 === 1) frame.srcdoc = '<p>';
                if (index % 3 === 2) frame.src = '/frame';
                document.body.append(frame);
                await new Promise(resolve => setTimeout(resolve, 2));
                if (index % 2) frame.remove();
            }
            document.open();
            document.write('<p>anew');
            document.close();
            return (await Promise.all(calls)).join();
            """)
        #expect(values as? String == (0..<50).map(String.init).joined(separator: ","))
        #expect(service.cancelled.isEmpty)
        // The frames that stood went with the document's old content.
        let main = page.bridge.documents.main(of: page.page.webView)
        #expect(try await isReleased { page.bridge.documents.all.first { $0 !== main } })
    }
}
