import GawaTestSupport
import Testing
import WebKit

/// What tasks of this engine tell beside what Apple's protocol has.
@MainActor @Suite(.serialized)
struct SchemeProgressTests {
    private func progress(_ handler: SchemeRecorder) throws -> any SchemeTaskProgress {
        try #require(handler.started.last as? any SchemeTaskProgress)
    }

    @Test func `who waits for room goes on when the engine has read most of it`() async throws {
        let handler = SchemeRecorder()
        let page = try await handler.page()
        try await page.evaluate("globalThis.reading = fetch('/large').then(answer => answer.text()); 0")
        try await handler.wait(for: "the request") { handler.started.last?.path == "/large" }
        let task = try progress(handler)
        task.didReceive(task.httpResponse())
        var order: [String] = []
        for _ in 0..<4 {
            task.didReceive(Data(repeating: 0x78, count: 1 << 20))
            Task { order.append("another") }
            await task.waitForRoom()
            order.append("room")
        }
        #expect(order == ["another", "room", "another", "room", "another", "room", "another", "room"])
        // Little is no reason to wait: nothing else has its turn.
        task.didReceive(Data("x".utf8))
        Task { order.append("another") }
        await task.waitForRoom()
        #expect(order.count == 8)
        task.didFinish()
        await task.waitForRoom()
        #expect(try await page.call("return (await reading).length") as? Int == (4 << 20) + 1)
    }

    @Test func `who waits for room goes on when the page lets the request go, and when the view goes`() async throws {
        let handler = SchemeRecorder()
        var page: TestPage? = try await handler.page()
        for end in ["control.abort(); 0", nil] {
            try await page?.evaluate(
                "globalThis.control = new AbortController(); fetch('/large', {signal: control.signal}).catch(() => {}); 0"
            )
            try await handler.wait(for: "the request") { handler.started.last?.path == "/large" }
            let task = try progress(handler)
            task.didReceive(task.httpResponse())
            task.didReceive(Data(repeating: 0x78, count: 64 << 20))
            let waiting = Task { await task.waitForRoom() }
            if let end {
                try await page?.evaluate(end)
            } else {
                handler.reset()
                page = nil
            }
            await waiting.value
            handler.reset()
        }
    }

    @Test func `a task is told of its view's end, and not when its handler is`() async throws {
        let handler = SchemeRecorder()
        var page: TestPage? = try await handler.page()
        var ends = 0
        for end in ["control.abort(); 0", nil] {
            try await page?.evaluate(
                "globalThis.control = new AbortController(); fetch('/wait', {signal: control.signal}).catch(() => {}); 0"
            )
            try await handler.wait(for: "the request") { handler.started.last?.path == "/wait" }
            try progress(handler).onAbandonment { ends += 1 }
            handler.reset()
            if let end {
                try await page?.evaluate(end)
                try await handler.wait(for: "the stop") { handler.stopCount == 1 }
                #expect(ends == 0)
            } else {
                weak let view = page?.webView
                page = nil
                #expect(try await isReleased { view })
                #expect(ends == 1)
            }
        }
        #expect(handler.stopCount == 1)
    }

    @Test func `BR-081: a task knows that a body was left out`() async throws {
        let handler = SchemeRecorder()
        let page = try await handler.page()
        for (body, isLeftOut) in [("'text'", false), ("new Blob(['blobby'])", true), ("undefined", false)] {
            try await page.evaluate("fetch('/post', {method: 'POST', body: \(body)}).catch(() => {}); 0")
            try await handler.wait(for: "the request") { handler.started.last?.path == "/post" }
            let task = try progress(handler)
            #expect(task.isBodyLeftOut == isLeftOut)
            task.answer("")
            handler.reset()
        }
    }
}
