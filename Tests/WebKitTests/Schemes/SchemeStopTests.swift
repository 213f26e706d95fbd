import GawaTestSupport
import TestProcess
import Testing
import WebKit

/// When the page does not wait for an answer any more.
@MainActor @Suite(.serialized)
struct SchemeStopTests {
    /// How a page lets go of a request that it has made.
    private nonisolated static let ways: [(begin: String, end: String)] = [
        ("window.c = new AbortController(); fetch('/wait', {signal: c.signal}).catch(() => {}); 0", "c.abort()"),
        ("window.x = new XMLHttpRequest(); x.open('GET', '/wait'); x.send(); 0", "x.abort()"),
        ("window.i = new Image(); i.src = '/wait'; 0", "window.stop(); 0"),
        (
            "window.f = document.createElement('iframe'); f.src = '/wait'; document.body.append(f); 0",
            "f.remove()"
        ),
        ("fetch('/wait').catch(() => {}); 0", "location = '/next'; 0"),
        ("fetch('/wait').catch(() => {}); 0", "location = 'test://other-site/next'; 0"),
        ("fetch('/wait').catch(() => {}); 0", "location.reload(); 0"),
        (
            "const s = document.createElement('script'); s.src = '/wait'; document.body.append(s); 0",
            "location = '/next'"
        ),
        (
            "window.w = new Worker(URL.createObjectURL(new Blob([`fetch('${location.origin}/wait')`]))); 0",
            "w.terminate(); 0"
        ),
    ]

    @Test(arguments: 0..<ways.count, [false, true])
    func `a request that the page lets go is stopped, before and after a part of the answer`(
        way: Int, isAnswered: Bool
    ) async throws {
        let handler = SchemeRecorder()
        handler.routes["/next"] = { $0.answer("<p>", type: "text/html") }
        let page = try await handler.page()
        handler.routes["/wait"] = { task in
            guard isAnswered else { return }
            task.didReceive(task.httpResponse(headers: ["Content-Type": "text/html"]))
            task.didReceive(Data("<p>part".utf8))
        }
        try await page.evaluate(Self.ways[way].begin)
        try await handler.wait(for: "the request") { handler.started.last?.path == "/wait" }
        let task = try #require(handler.started.last)
        // One turn of the page, so that it has seen the part.
        try await page.evaluate("1")
        try await page.evaluate(Self.ways[way].end)
        try await handler.wait(for: "the stop") { handler.stopCount == 1 }
        #expect(handler.stopped[0] === task)
        // Nothing comes of what is said now.
        task.didReceive(Data("late".utf8))
        task.didFinish()
        try await page.evaluate("1")
        #expect(handler.stopCount == 1)
    }

    @Test func `the stop of one document's tasks comes before the start of the next document's`() async throws {
        let handler = SchemeRecorder()
        let page = try await handler.page()
        var order: [String] = []
        handler.routes["/wait"] = { order.append("start \($0.path)") }
        handler.routes["/next"] = {
            $0.answer("<img src=/image>", type: "text/html")
        }
        handler.routes["/image"] = { task in
            order.append("start \(task.path)")
            task.didFailWithError(URLError(.unknown))
        }
        handler.onStop = { _, task in order.append("stop \(task.path)") }
        try await page.evaluate("fetch('/wait').catch(() => {}); 0")
        try await handler.wait(for: "the request") { handler.started.last?.path == "/wait" }
        try await page.load(makeURL("test://host/next"))
        try await handler.wait(for: "the image") { handler.started.last?.path == "/image" }
        #expect(order == ["start /wait", "stop /wait", "start /image"])
    }

    @Test func `stopLoading stops the task of the page that loads`() async throws {
        let handler = SchemeRecorder()
        let page = TestPage(configuration: handler.configuration())
        page.webView.load(URLRequest(url: try makeURL("test://host/wait")))
        try await handler.wait(for: "the request") { handler.startCount == 1 }
        page.webView.stopLoading()
        try await handler.wait(for: "the stop") { handler.stopCount == 1 }
        try await page.navigation.wait(for: "the failure") { $0.contains { $0.error != nil } }
        #expect((page.navigation.events.last?.error as? URLError)?.code == .cancelled)
    }

    @Test func `a task that was answered is not stopped`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer(String(repeating: "x", count: 3_000_000)) }
        let page = try await handler.page()
        // The engine has not taken all of the answer when the page lets go.
        try await page.evaluate("window.c = new AbortController(); fetch('/x', {signal: c.signal}).catch(() => {}); 0")
        try await handler.wait(for: "the request") { handler.startCount == 2 }
        try await page.evaluate("c.abort()")
        try await page.load(makeURL("test://host/"))
        #expect(handler.stopCount == 0)
    }

    @Test func `a handler may load, answer and let the view go within its stop`() async throws {
        let handler = SchemeRecorder()
        handler.routes["/next"] = { $0.answer("<title>next</title>", type: "text/html") }
        let page = try await handler.page()
        try await page.evaluate("for (let n = 0; n < 20; n++) fetch('/wait/' + n).catch(() => {}); 0")
        try await handler.wait(for: "the requests") { handler.startCount == 21 }
        handler.onStop = { view, _ in
            for task in handler.started { task.didFailWithError(URLError(.cancelled)) }
            if handler.stopCount == 1, let url = URL(string: "test://host/next") { view.load(URLRequest(url: url)) }
        }
        try await page.evaluate("window.stop(); 0")
        try await page.navigation.wait(for: "the load") { $0.count { $0.name == "finished" } == 2 }
        #expect(try await page.evaluate("document.title") as? String == "next")

        var second: TestPage? = try await handler.page()
        weak let view = second?.webView
        try await second?.evaluate("for (let n = 0; n < 20; n++) fetch('/wait/' + n).catch(() => {}); 0")
        handler.reset()
        handler.onStop = { _, _ in second = nil }
        try await second?.evaluate("window.stop(); 0")
        handler.reset()
        #expect(try await isReleased { view })
    }

    @Test func `a view may go while its page waits in a synchronous request`() async throws {
        let handler = SchemeRecorder()
        var page: TestPage? = try await handler.page()
        weak let view = page?.webView
        page?.webView.evaluateJavaScript(
            "const x = new XMLHttpRequest(); x.open('GET', '/wait', false); x.send()", completionHandler: nil)
        try await handler.wait(for: "the request") { handler.started.last?.path == "/wait" }
        handler.reset()
        page = nil
        #expect(try await isReleased { view })
    }

    // MARK: Views and processes that go

    @Test func `sh-tasks-released-with-views: the tasks of a view that is let go are let go`() async throws {
        let handler = SchemeRecorder()
        handler.keepsTasks = false
        var tasks: [() -> AnyObject?] = []
        handler.fallback = { task in tasks.append { [weak task] in task } }
        var pages: [TestPage] = []
        for number in 0..<3 {
            let page = TestPage(configuration: handler.configuration())
            page.webView.load(URLRequest(url: try makeURL("test://host/\(number)")))
            try await handler.wait(for: "the request") { handler.startCount == number + 1 }
            pages.append(page)
        }
        #expect(tasks.map { $0() != nil } == [true, true, true])
        for number in 0..<3 {
            pages.removeFirst()
            #expect(try await isReleased(tasks[number]))
            #expect(tasks.count { $0() != nil } == 2 - number)
        }
        // As on Apple's platforms: there is no view to name.
        #expect(handler.stopCount == 0)
    }

    @Test func `a task whose view has gone may still be answered, without effect`() async throws {
        let handler = SchemeRecorder()
        var page: TestPage? = TestPage(configuration: handler.configuration())
        weak let view = page?.webView
        page?.webView.load(URLRequest(url: try makeURL("test://host/")))
        try await handler.wait(for: "the request") { handler.startCount == 1 }
        let task = handler.started[0]
        handler.reset()
        page = nil
        #expect(try await isReleased { view })
        task.answer("late")
        #expect(task.url == "test://host/")
    }

    @Test func `pl-scheme-tasks-dropped: the tasks of a process that dies are stopped and let go`() async {
        await #expect(processExitsWith: .success) { try await Self.killWithTasks() }
    }

    private static func killWithTasks() async throws {
        let handler = SchemeRecorder()
        let page = try await handler.page(html: "<title>before</title>")
        handler.routes["/half"] = { task in
            task.didReceive(task.httpResponse())
            task.didReceive(Data("half".utf8))
        }
        handler.reset()
        try await page.evaluate(
            "for (let n = 0; n < 10; n++) fetch('/wait').catch(() => {}); fetch('/half').then(a => a.text()).catch(() => {}); 0"
        )
        try await handler.wait(for: "the requests") { handler.started.count == 11 }
        var order: [String] = []
        handler.onStop = { _, _ in order.append("stop") }
        page.navigation.onEvent = { _, event in order.append(event.name) }
        WebProcesses.kill(WebProcesses.running())
        try await page.navigation.wait(for: "the news of the death") { $0.contains { $0.name == "processTerminated" } }
        #expect(order == Array(repeating: "stop", count: 11) + ["processTerminated"])
        #expect(Set(handler.stoppedURLs) == ["test://host/wait", "test://host/half"])
        let tasks = handler.started.map { task in { [weak task] in task as AnyObject? } }
        handler.reset()
        for task in tasks { #expect(try await isReleased(task)) }
        // The scheme goes on in the next process.
        handler.routes["/after"] = { $0.answer("<title>after</title>", type: "text/html") }
        try await page.load(makeURL("test://host/after"))
        #expect(try await page.evaluate("document.title") as? String == "after")
    }

    // MARK: Races

    @Test(.timeLimit(.minutes(5)))
    func `BR-082: images whose answers come at any moment while the page lets them go`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.raceImages()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!text.contains("CRITICAL"))
        #expect(!text.contains("was ignored"))
    }

    private static func raceImages() async throws {
        let handler = SchemeRecorder()
        handler.keepsTasks = false
        var running: [ObjectIdentifier: Task<Void, any Error>] = [:]
        handler.routes["/"] = { $0.answer("<p>", type: "text/html") }
        handler.fallback = { task in
            let key = ObjectIdentifier(task)
            running[key] = Task {
                // The random moment: no event is waited for.
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...200)))
                // A stop may have come when the time was up.
                try Task.checkCancellation()
                task.didReceive(task.httpResponse(headers: ["Content-Type": "image/svg+xml"]))
                await Task.yield()
                try Task.checkCancellation()
                task.didReceive(Data("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>".utf8))
                task.didFinish()
                running[key] = nil
            }
        }
        handler.onStop = { _, task in running.removeValue(forKey: ObjectIdentifier(task))?.cancel() }
        let page = try await TestPage(url: makeURL("test://host/"), configuration: handler.configuration())
        for round in 0..<(FullTests.areOn ? 100 : 6) {
            try await page.evaluate(
                """
                for (let n = 0; n < 50; n++) {
                    const image = new Image();
                    image.src = `/image/\(round)/${n}`;
                    document.body.append(image);
                    if (n % 3 === 0) setTimeout(() => { image.src = ''; image.remove() }, Math.random() * 200);
                }
                0
                """)
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...250)))
            if round % 2 == 0 { try await page.load(makeURL("test://host/")) }
        }
        try await page.load(makeURL("test://host/"))
        for task in running.values { _ = await task.result }
        #expect(handler.stopCount > 0)
        #expect(running.isEmpty)
    }
}
