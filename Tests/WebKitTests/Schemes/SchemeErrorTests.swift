import GawaTestSupport
import Testing
import WebKit

/// What becomes of an answer that fails.
@MainActor @Suite(.serialized)
struct SchemeErrorTests {
    private func failure(_ error: any Error) async throws -> any Error {
        let handler = SchemeRecorder()
        handler.fallback = { $0.didFailWithError(error) }
        let page = TestPage(configuration: handler.configuration())
        let navigation = page.webView.load(URLRequest(url: try makeURL("test://host/fails")))
        try await page.navigation.wait(for: "the failure") { $0.contains { $0.error != nil } }
        #expect(page.navigation.events.map(\.name) == ["started", "failedProvisionally"])
        #expect(page.navigation.events.last?.navigation === navigation)
        return try #require(page.navigation.events.last?.error)
    }

    @Test func `sh-main-frame-error-surfaces: the delegate gets the domain and the code`() async throws {
        let error = try await failure(NSError(domain: "testErrorDomain", code: 42)) as NSError
        #expect(error.domain == "testErrorDomain")
        #expect(error.code == 42)
    }

    @Test func `sh-error-code-message: the delegate gets the message too`() async throws {
        let error =
            try await failure(
                NSError(domain: "test", code: 10, userInfo: [NSLocalizedDescriptionKey: "Error message."])) as NSError
        #expect(error.domain == "test")
        #expect(error.code == 10)
        #expect(error.localizedDescription == "Error message.")
        #expect(error.userInfo[NSURLErrorFailingURLErrorKey] as? URL == URL(string: "test://host/fails"))
    }

    private enum Own: Error {
        case first, second
    }

    @Test func `numbers and words of all kinds survive`() async throws {
        for (domain, code, text) in [
            ("Größe 🙂", -5, "Grüße 🙂"), ("com.example.x", Int(Int32.max), ""), ("NSPOSIXErrorDomain", 2, "x"),
            ("WKErrorDomain", 2, "y"),
        ] {
            let error =
                try await failure(NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: text]))
                as NSError
            #expect(error.domain == domain)
            #expect(error.code == code)
            #expect(error.localizedDescription == text)
        }
        let own = try await failure(Own.second) as NSError
        #expect(own.domain == (Own.second as NSError).domain)
        #expect(own.code == 1)
        let url = try await failure(URLError(.fileDoesNotExist))
        #expect((url as? URLError)?.code == .fileDoesNotExist)
        let odd = try await failure(NSError(domain: NSURLErrorDomain, code: -77_777)) as NSError
        #expect(odd.domain == NSURLErrorDomain && odd.code == -77_777)
    }

    @Test func `an error after the first data is no provisional one`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { task in
            task.didReceive(task.plainResponse(type: "text/html"))
            task.didReceive(Data("<p>\(String(repeating: "x", count: 100_000))".utf8))
        }
        let page = TestPage(configuration: handler.configuration())
        page.webView.load(URLRequest(url: try makeURL("test://host/half")))
        try await page.navigation.wait(for: "the commit") { $0.contains { $0.name == "committed" } }
        handler.started[0].didFailWithError(NSError(domain: "half", code: 7))
        try await page.navigation.wait(for: "the failure") { $0.contains { $0.error != nil } }
        #expect(page.navigation.events.map(\.name) == ["started", "committed", "failed"])
        let error = try #require(page.navigation.events.last?.error) as NSError
        #expect(error.domain == "half" && error.code == 7)
    }

    @Test func `BR-030: a view goes on after loads that fail`() async throws {
        let handler = SchemeRecorder()
        handler.routes["/fails"] = { $0.didFailWithError(NSError(domain: "BR", code: 30)) }
        handler.routes["/good"] = { $0.answer("<p>", type: "text/html") }
        let recorder = ReplyingHandler(value: "answered")
        let page = TestPage(configuration: handler.configuration())
        page.controller.addScriptMessageHandler(recorder, contentWorld: .page, name: "ask")
        await #expect(throws: URLError.self) { try await page.load(makeURL("http://no-such-host.invalid/")) }
        let error = await #expect(throws: (any Error).self) { try await page.load(makeURL("test://host/fails")) }
        #expect((error as NSError?)?.domain == "BR")
        try await page.load(makeURL("test://host/good"))
        #expect(
            page.navigation.events.map(\.name) == [
                "started", "failedProvisionally", "started", "failedProvisionally", "started", "committed", "finished",
            ])
        let answers = try await page.call(
            "return [Object.keys(webkit.messageHandlers).length, await webkit.messageHandlers.ask.postMessage(1)].join()"
        )
        #expect((answers as? String)?.hasSuffix("answered") == true)
    }

    @Test func `sh-sync-xhr-error: a synchronous request throws`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.didFailWithError(NSError(domain: "T", code: 123)) }
        let page = try await handler.page()
        let text = try await page.call(
            """
            const x = new XMLHttpRequest();
            x.open('GET', 'subresource', false);
            try { x.send(); return 'no error' } catch (e) { return String(e) }
            """)
        #expect(text as? String == "NetworkError:  A network error occurred.")
    }

    @Test func `sh-fetch-error-text: a fetch is rejected`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.didFailWithError(NSError(domain: "T", code: 123)) }
        let page = try await handler.page()
        let text = try await page.call("try { await fetch('x'); return 'no error' } catch (e) { return String(e) }")
        #expect(text as? String == "TypeError: Load failed")
    }

    @Test func `BR-084: a failure before the head, one in the body and an answer given twice`() async throws {
        let handler = SchemeRecorder()
        handler.routes["/before"] = { $0.didFailWithError(URLError(.badServerResponse)) }
        handler.routes["/half"] = { task in
            task.didReceive(task.httpResponse(headers: ["Content-Type": "text/plain"]))
            task.didReceive(Data("half".utf8))
            task.didFailWithError(URLError(.networkConnectionLost))
        }
        handler.routes["/twice"] = { task in
            task.answer("first")
            task.answer("second", status: 500)
            task.didFailWithError(URLError(.unknown))
        }
        let page = try await handler.page()
        let results = try await page.call(
            """
            const results = [];
            for (const path of ['/before', '/half', '/twice']) {
                try {
                    const answer = await fetch(path);
                    results.push(answer.status);
                    results.push(await answer.text());
                } catch (e) { results.push(e.name) }
            }
            return results.join();
            """)
        #expect(results as? String == "TypeError,200,TypeError,200,first")
    }
}
