import GawaTestSupport
import TestProcess
import Testing
import WebKit

/// What is left in memory after many messages and many views.
///
/// Each runs in a process of its own, where no other test takes memory or starts web processes.
@MainActor @Suite(.serialized)
struct MemoryTests {
    private static let mebibyte = 1 << 20

    /// Shows the figures that a process printed for the report.
    private func show(_ result: ExitTest.Result?) {
        let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix("Figures: ") { print(line) }
    }

    @Test(.timeLimit(.minutes(5)))
    func `BR-054: answers of a mebibyte each leave no trend in either process`() async {
        show(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                try await Self.answerMebibytes()
            })
    }

    private static func answerMebibytes() async throws {
        let batch = FullTests.areOn ? 200 : 10
        let page = TestPage()
        page.controller.addScriptMessageHandler(
            ReplyingHandler { message, reply in
                let head = "\(valueText(message.body))-"
                reply(head + String(repeating: "x", count: mebibyte - head.utf8.count), nil)
            }, contentWorld: .page, name: "ask")
        try await page.load(html: "<p>")
        let process = try #require(ProcessCensus().webProcesses.first)
        let keys = "Object.getOwnPropertyNames(window).length + Object.getOwnPropertySymbols(window).length"
        let keysBefore = try await page.evaluate(keys) as? Int

        var samples: [(host: Int, web: Int)] = []
        for start in stride(from: 0, to: batch * 10, by: batch) {
            let right = try await page.call(
                """
                let right = 0;
                for (let i = start; i < start + count; i++) {
                    const text = await webkit.messageHandlers.ask.postMessage(i);
                    if (text.length === 1048576 && text.startsWith(i + '-x')) right++;
                }
                return right;
                """, ["start": start, "count": batch])
            #expect(right as? Int == batch)
            samples.append((ProcessCensus().residentBytes, ProcessCensus.residentBytes(of: "\(process)")))
        }
        print(
            "Figures: MiB resident after each \(batch) answers of 1 MiB: host \(samples.map { $0.host >> 20 }), "
                + "web process \(samples.map { $0.web >> 20 })")
        #expect(samples[9].host - samples[1].host < 64 * mebibyte)
        #expect(samples[9].web - samples[1].web < 64 * mebibyte)
        #expect(try await page.evaluate(keys) as? Int == keysBefore)
    }

    @Test(.timeLimit(.minutes(10)))
    func `BR-057: a view may close at any moment while its page posts, and another view lives on`() async {
        await #expect(processExitsWith: .success) { try await Self.closeWhilePosting() }
    }

    private static func closeWhilePosting() async throws {
        let survivor = TestPage()
        let alive = MessageRecorder()
        survivor.controller.add(alive, name: "alive")
        try await survivor.load(html: "<p>")
        var closed: [MessageRecorder] = []
        for round in 1...(FullTests.areOn ? 300 : 20) {
            let recorder = MessageRecorder()
            weak var weakView: WKWebView?
            do {
                let page = TestPage()
                weakView = page.webView
                page.controller.add(recorder, name: "n")
                page.webView.loadHTMLString(
                    """
                    <script>
                    let n = 0;
                    (function post() {
                        for (let i = 0; i < 20; i++) webkit.messageHandlers.n.postMessage(n++);
                        setTimeout(post);
                    })()
                    </script>
                    """, baseURL: nil)
                try await recorder.wait(count: 1)
                // The random moment: no event is waited for.
                try await Task.sleep(for: .microseconds(Int.random(in: 0...20_000)))
            }
            #expect(try await isReleased { weakView }, "round \(round)")
            closed.append(recorder)
            try await survivor.call("await webkit.messageHandlers.alive.postMessage(round)", ["round": round])
        }
        #expect(alive.bodies as? [Int] == Array(1...closed.count))
        for recorder in closed { #expect(recorder.bodies as? [Int] == Array(0..<recorder.messages.count)) }

        // Once their processes have ended, nothing more can come.
        #expect(try await webProcesses(atMost: 1))
        let counts = closed.map(\.messages.count)
        try await survivor.call("await webkit.messageHandlers.alive.postMessage('end')")
        #expect(closed.map(\.messages.count) == counts)
    }

    @Test(.enabled(if: FullTests.areOn), .timeLimit(.minutes(30)))
    func `a thousand views, made, loaded and closed, leave nothing behind`() async {
        show(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                try await Self.openAndCloseViews()
            })
    }

    private static func openAndCloseViews() async throws {
        var counts: [(views: Int, census: ProcessCensus)] = []
        var views: [() -> WKWebView?] = []
        for number in 1...1000 {
            do {
                let page = TestPage()
                let recorder = MessageRecorder()
                page.controller.add(recorder, name: "h")
                try await page.load(html: "<script>webkit.messageHandlers.h.postMessage(\(number))</script>")
                try await recorder.wait(count: 1)
                views.append { [weak view = page.webView] in view }
            }
            if number % 100 == 0 {
                for view in views { #expect(try await isReleased(view)) }
                views.removeAll()
                #expect(try await webProcesses(atMost: 0))
                counts.append((number, ProcessCensus()))
            }
        }
        for (number, census) in counts {
            print(
                "Figures: after \(number) views: \(census.descriptors) descriptors, \(census.webProcesses.count) web processes, "
                    + "\(census.residentBytes >> 10) KiB resident")
        }
        let first = try #require(counts.first).census
        let last = try #require(counts.last).census
        #expect(last.descriptors <= first.descriptors + 5)
        let slope = Double(last.residentBytes - first.residentBytes) / 900 / 1024
        print("Figures: slope over the last 900 views \(slope) KiB for each")
        #expect(slope < 20)
    }

    /// Waits until the web processes of closed views have ended.
    private static func webProcesses(atMost limit: Int) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while ProcessCensus().webProcesses.count > limit {
            guard ContinuousClock.now < end else { return false }
            try await Task.sleep(for: .milliseconds(50))
        }
        return true
    }
}
