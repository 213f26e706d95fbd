import GawaTestSupport
import Testing
import WebKit

/// File inputs: `runOpenPanelWith`.
@MainActor @Suite(.serialized)
struct OpenPanelTests {
    private let delegate = UIRecorder()

    private func page(_ attributes: String = "") async throws -> TestPage {
        let page = try await TestPage(
            html: """
                <input type=file \(attributes)><script>
                window.events = []; const input = document.querySelector('input');
                input.onchange = () => events.push('change'); input.oncancel = () => events.push('cancel');
                const seen = async () => {
                    for (let i = 0; i < 800 && !events.length; ++i) await new Promise(done => setTimeout(done, 10));
                    const texts = await Promise.all(Array.from(input.files, async f => f.name + ': ' + await f.text()));
                    return [...events.splice(0), ...texts];
                };
                </script>
                """)
        page.webView.uiDelegate = delegate
        return page
    }

    /// Writes files into a folder that goes at the end.
    private func withFiles(_ names: [String], _ body: ([URL]) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: "panel-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let urls = names.map { folder.appending(component: $0) }
        for url in urls { try Data("text of \(url.lastPathComponent)".utf8).write(to: url) }
        try await body(urls)
    }

    private func click(_ page: TestPage) async throws -> [String]? {
        try await page.evaluate("input.click(); 0")
        return try await page.call("return await seen()") as? [String]
    }

    @Test func `the page reads the bytes of the files that were chosen`() async throws {
        try await withFiles(["a.txt", "ä 🙂 %41#?&.txt"]) { urls in
            let page = try await page("multiple")
            delegate.files = { parameters, answer in
                #expect(parameters.allowsMultipleSelection)
                #expect(!parameters.allowsDirectories)
                answer(urls)
            }
            #expect(
                try await click(page) == ["change", "a.txt: text of a.txt", "ä 🙂 %41#?&.txt: text of ä 🙂 %41#?&.txt"])
            #expect(delegate.frames.count == 1)
        }
    }

    @Test func `an input for one file says so, and the answer may come later`() async throws {
        try await withFiles(["a.txt"]) { urls in
            let page = try await page()
            delegate.files = { parameters, answer in
                #expect(!parameters.allowsMultipleSelection)
                Task { answer(urls) }
            }
            #expect(try await click(page) == ["change", "a.txt: text of a.txt"])
        }
    }

    @Test func `nil cancels, and the next click asks again`() async throws {
        try await withFiles(["a.txt"]) { urls in
            let page = try await page()
            #expect(try await click(page) == ["cancel"])
            delegate.files = { $1(urls) }
            #expect(try await click(page) == ["change", "a.txt: text of a.txt"])
            delegate.files = { $1(nil) }
            #expect(try await click(page) == ["cancel", "a.txt: text of a.txt"])
        }
    }

    @Test func `a file that is not there is no harm`() async throws {
        let page = try await page()
        delegate.files = { $1([URL(fileURLWithPath: "/nowhere/at-all.txt")]) }
        try await page.evaluate("input.click(); 0")
        try await delegate.wait(count: 1)
        #expect(try await page.call("return 1") as? Int == 1)
    }

    @Test func `without a gesture nobody is asked`() async throws {
        let page = try await page()
        try await page.call("await new Promise(done => setTimeout(done, 1200)); input.click()")
        try await page.call("return 0")
        #expect(delegate.log.isEmpty)
    }

    // MARK: No answer

    private static func cancel(_ delegate: UIRecorder?) async throws {
        let suite = OpenPanelTests()
        let page = try await suite.page()
        page.webView.uiDelegate = delegate
        let seen = try await suite.click(page)
        FileHandle.standardError.write(Data("page: \(seen ?? [])\n".utf8))
    }

    private static func dropAnswer() async throws {
        let delegate = UIRecorder()
        delegate.files = { _, _ in }
        try await cancel(delegate)
    }

    private func lines(_ result: ExitTest.Result?) -> [String] {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("WebKit: ") || $0.hasPrefix("page: ") }
    }

    @Test func `a handler that is let go cancels, and is logged`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.dropAnswer()
        }
        #expect(
            lines(result) == ["WebKit: An open panel was never answered: the page gets nil", "page: [\"cancel\"]"])
    }

    @Test func `without a delegate and a window, the input is cancelled, and a line says so`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.cancel(nil)
        }
        #expect(
            lines(result) == [
                "WebKit: A file input was cancelled: the view has no uiDelegate with runOpenPanelWith, and is in no visible "
                    + "window", "page: [\"cancel\"]",
            ])
    }

    private static func keepAnswer() async throws {
        let delegate = UIRecorder()
        var kept: (@MainActor @Sendable ([URL]?) -> Void)?
        delegate.files = { kept = $1 }
        do {
            let page = try await OpenPanelTests().page()
            page.webView.uiDelegate = delegate
            try await page.evaluate("input.click(); 0")
            try await delegate.wait(count: 1)
        }
        try await Task.sleep(for: .milliseconds(300))
        kept?([URL(fileURLWithPath: "/etc/hostname")])
    }

    @Test func `an answer after the view has gone is no harm`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.keepAnswer()
        }
        #expect(
            lines(result) == [
                "WebKit: An open panel was not answered before the view was closed: the page gets nil",
                "WebKit: An open panel was answered again or too late: the first answer stands",
            ])
    }

    private static func answerWeb() async throws {
        let delegate = UIRecorder()
        delegate.files = { $1([blankWebURL()]) }
        try await cancel(delegate)
    }

    @Test func `a URL that is no file stops the program`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Self.answerWeb()
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(words.contains("runOpenPanelWith takes file URLs: https://example.com/ is none"))
    }
}

private func blankWebURL() -> URL {
    URL(string: "https://example.com/") ?? URL(fileURLWithPath: "/")
}
