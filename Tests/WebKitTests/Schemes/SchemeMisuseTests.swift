import GawaTestSupport
import TestProcess
import Testing
import WebKit

/// Handlers that break the rules: the first effect stands, the later call has none, and a line tells of it.
///
/// Each runs in a process of its own, whose lines are read.
@MainActor @Suite(.serialized)
struct SchemeMisuseTests {
    private func lines(_ result: ExitTest.Result?) -> [Substring] {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("WebKit: ") }
    }

    /// What a page gets of an answer.
    private static func outcome(_ answer: @escaping @MainActor (any WKURLSchemeTask) -> Void) async throws -> String? {
        let handler = SchemeRecorder()
        let page = try await handler.page()
        handler.routes["/x"] = answer
        return try await page.call(
            "return await fetch('/x').then(async a => a.status + await a.text()).catch(e => e.name)") as? String
    }

    private static func failTwice() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { task in
            task.didFailWithError(NSError(domain: "first", code: 1))
            task.didFailWithError(NSError(domain: "second", code: 2))
        }
        let page = TestPage(configuration: handler.configuration())
        let error = await #expect(throws: (any Error).self) { try await page.load(makeURL("test://host/x")) }
        #expect((error as NSError?)?.domain == "first")
    }

    private static func answerAfterStop() async throws {
        let handler = SchemeRecorder()
        let page = try await handler.page()
        try await page.evaluate(
            "window.c = new AbortController(); fetch('/x', {signal: c.signal}).catch(() => {}); 0")
        try await handler.wait(for: "the request") { handler.startCount == 2 }
        try await page.evaluate("c.abort()")
        try await handler.wait(for: "the stop") { handler.stopCount == 1 }
        for _ in 0..<10 {
            handler.stopped[0].answer("late")
            handler.stopped[0].didFailWithError(URLError(.unknown))
        }
        try await page.evaluate("1")
    }

    @Test func `sh-seq-data-first: data before a response is ignored`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let seen = try await Self.outcome { task in
                task.didReceive(Data("early".utf8))
                task.didFinish()
                task.answer("body")
            }
            #expect(seen == "200body")
        }
        #expect(
            lines(result) == [
                "WebKit: didReceive(data) of the task for test://host/x was ignored: the task has no response yet: give it one first"
            ])
    }

    @Test func `sh-seq-error-twice: the second error is ignored`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.failTwice()
        }
        #expect(
            lines(result) == [
                "WebKit: didFailWithError(_:) of the task for test://host/x was ignored: the task was finished or failed: answer each task once"
            ])
    }

    @Test func `sh-seq-data-after-finish: data after the end is ignored`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let seen = try await Self.outcome { task in
                task.didReceive(task.httpResponse())
                task.didFinish()
                task.didReceive(Data("late".utf8))
            }
            #expect(seen == "200")
        }
        #expect(lines(result).count == 1)
        #expect(lines(result).first?.contains("didReceive(data) of the task for test://host/x was ignored") == true)
    }

    @Test func `sh-seq-error-after-finish: an error after the end is ignored`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let seen = try await Self.outcome { task in
                task.didReceive(task.httpResponse(status: 201))
                task.didReceive(Data("whole".utf8))
                task.didFinish()
                task.didFailWithError(URLError(.unknown))
            }
            #expect(seen == "201whole")
        }
        #expect(lines(result).count == 1)
        #expect(lines(result).first?.contains("didFailWithError(_:) of the task") == true)
    }

    @Test func `BR-084: an answer after the stop has no effect, and is told once for a task`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.answerAfterStop()
        }
        #expect(
            lines(result) == [
                "WebKit: didReceive(response) of the task for test://host/x was ignored: the task was stopped: keep track of `webView(_:stop:)`"
            ])
    }

    @Test func `BR-084: a task that nobody answers waits until the page leaves, and is let go`() async throws {
        let handler = SchemeRecorder()
        let page = try await handler.page()
        handler.keepsTasks = false
        weak var weakTask: AnyObject?
        handler.routes["/forgotten"] = { weakTask = $0 }
        let seen = try await page.call(
            """
            return await fetch('/forgotten', {signal: AbortSignal.timeout(200)}).then(() => 'answered', e => e.name)
            """)
        #expect(seen as? String == "TimeoutError" || seen as? String == "AbortError")
        #expect(try await isReleased { weakTask })
        #expect(handler.stopCount == 1)
    }

    // MARK: Threads

    @Test func `sh-answer-from-thread: a task may be answered and released on other threads`() async throws {
        let handler = SchemeRecorder()
        handler.keepsTasks = false
        nonisolated(unsafe) var kept: [any WKURLSchemeTask] = []
        handler.fallback = { task in
            kept.append(task)
            // Sound: the thread is the only one that uses the task until it has ended.
            nonisolated(unsafe) let task = task
            let response = task.httpResponse(headers: ["Content-Type": "text/html"])
            Thread.detachNewThread {
                task.didReceive(response)
                for number in 0..<1_000 { task.didReceive(Data("\(number),".utf8)) }
                task.didFinish()
            }
        }
        let page = try await TestPage(url: makeURL("test://host/threads"), configuration: handler.configuration())
        let expected = (0..<1_000).map { "\($0)," }.joined()
        #expect(try await page.evaluate("document.body.innerText") as? String == expected)
        #expect(kept.count == 1)
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                kept.removeAll()
                continuation.resume()
            }
        }
        #expect(try await page.evaluate("1") as? Int == 1)
    }

    @Test func `calls of many threads arrive, and one of the main thread comes after those`() async throws {
        let handler = SchemeRecorder()
        let page = try await handler.page()
        handler.routes["/x"] = { task in
            // Sound: the task takes calls from any thread.
            nonisolated(unsafe) let task = task
            task.didReceive(task.httpResponse())
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                for _ in 0..<100 { task.didReceive(Data("x".utf8)) }
            }
            // The main thread has not come back to its loop since.
            task.didFinish()
        }
        #expect(try await page.call("return (await (await fetch('/x')).text()).length") as? Int == 800)
    }

    // MARK: Many aborted requests

    @Test(.timeLimit(.minutes(3)))
    func `a page that aborts its requests in the middle of their bodies leaves none`() async throws {
        let handler = SchemeRecorder()
        let page = try await handler.page()
        handler.reset()
        handler.routes["/body"] = { task in
            task.didReceive(task.httpResponse())
            task.didReceive(Data(count: 100_000))
        }
        let count = FullTests.areOn ? 1_000 : 50
        let aborted = try await page.call(
            """
            let aborted = 0;
            for (let n = 0; n < count; n++) {
                const c = new AbortController();
                const answer = await fetch('/body', {signal: c.signal});
                await answer.body.getReader().read();
                c.abort();
                aborted++;
            }
            return aborted;
            """, ["count": count])
        #expect(aborted as? Int == count)
        try await handler.wait(for: "the stops") { handler.stopCount == count }
        let tasks = handler.started.map { task in { [weak task] in task as AnyObject? } }
        handler.reset()
        for task in tasks { #expect(try await isReleased(task)) }
    }
}
