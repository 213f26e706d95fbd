import GawaTestSupport
import TestProcess
import TestServer
import Testing
import WebKit

/// `alert`, `confirm` and `prompt`, and what becomes of those that nobody answers.
@MainActor @Suite(.serialized)
struct DialogTests {
    private let delegate = UIRecorder()

    private func page() async throws -> TestPage {
        let page = try await TestPage(html: "<p>")
        page.webView.uiDelegate = delegate
        return page
    }

    private static let all = "return [alert('x'), confirm('y'), prompt('z', 'd')]"

    // MARK: Answers

    @Test func `BR-123: the delegate gets text and default, and the page gets the answers`() async throws {
        let page = try await page()
        let answers = try await page.call(Self.all)
        #expect(valueText(answers) == "[null, true, \"typed\"]")
        #expect(delegate.log == ["alert: x", "confirm: y", "prompt: z, d"])
        #expect(delegate.views.allSatisfy { $0 == ObjectIdentifier(page.webView) })
    }

    @Test func `ud-confirm-true, ud-prompt-nil: true and null arrive, and so do false, the empty text and any other`()
        async throws
    {
        let page = try await page()
        #expect(try await page.evaluate("confirm('sure?')") as? Bool == true)
        delegate.confirm = { $0(false) }
        #expect(try await page.evaluate("confirm('sure?')") as? Bool == false)
        for text in [nil, "", "ö 🙂 \u{202E}\n%41&amp;", String(repeating: "x", count: 100_000)] {
            delegate.prompt = { $0(text) }
            #expect(try await page.evaluate("prompt('p', 'd')") as? String == text)
        }
        delegate.prompt = { $0("a\u{0}b") }
        #expect(try await page.evaluate("prompt()") as? String == "a\u{FFFD}b")
    }

    @Test func `the text of a dialog arrives whole, and a missing one as the page sees it`() async throws {
        let page = try await page()
        try await page.evaluate("alert(); alert(undefined); alert('ä\\n🙂<b>'); prompt('p'); prompt(); 0")
        #expect(
            delegate.log == ["alert: ", "alert: undefined", "alert: ä\n🙂<b>", "prompt: p, ", "prompt: , "])
    }

    @Test func `an answer may come later, while the page waits`() async throws {
        let page = try await page()
        var kept: (@MainActor @Sendable (Bool) -> Void)?
        delegate.confirm = { kept = $0 }
        let answer = Task { try await page.evaluate("confirm('later') + ', ' + prompt('then')") as? String }
        try await delegate.wait(count: 1)
        try await Task.sleep(for: .milliseconds(200))
        #expect(delegate.log == ["confirm: later"])
        kept?(true)
        #expect(try await answer.value == "true, typed")
    }

    // MARK: No answer

    /// What a process of a test's own wrote: the lines of the library, and of the test.
    private func lines(_ result: ExitTest.Result?) -> [String] {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("WebKit: ") || $0.hasPrefix("page: ") }
    }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data("page: \(text)\n".utf8))
    }

    private static func ask(_ delegate: (any WKUIDelegate)?, _ script: String = all) async throws {
        let page = try await TestPage(html: "<p>")
        page.webView.uiDelegate = delegate
        write(valueText(try await page.call(script)))
    }

    private static func answerTwice() async throws {
        let delegate = UIRecorder()
        delegate.alert = {
            $0(); $0()
        }
        delegate.confirm = {
            $0(true); $0(false)
        }
        delegate.prompt = {
            $0("first"); $0("second")
        }
        try await ask(delegate)
    }

    @Test func `ud-alert-twice-raises, BR-124: a second answer has no effect and is logged`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.answerTwice()
        }
        let again = "was answered again or too late: the first answer stands"
        #expect(
            lines(result) == [
                "WebKit: A JavaScript alert \(again)", "WebKit: A JavaScript confirm \(again)",
                "WebKit: A JavaScript prompt \(again)", "page: [null, true, \"first\"]",
            ])
    }

    private static func dropAnswers() async throws {
        let delegate = UIRecorder()
        delegate.alert = { _ in }
        delegate.confirm = { _ in }
        delegate.prompt = { _ in }
        try await ask(delegate)
    }

    @Test func `BR-124: a handler that is let go gives the safe answer, and is logged`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.dropAnswers()
        }
        #expect(
            lines(result) == [
                "WebKit: A JavaScript alert was never answered: the page gets an end",
                "WebKit: A JavaScript confirm was never answered: the page gets false",
                "WebKit: A JavaScript prompt was never answered: the page gets nil", "page: [null, false, null]",
            ])
    }

    private static func askNobody() async throws {
        try await ask(nil)
        try await ask(NobodyDelegate())
    }

    @Test func `BR-123: without a delegate, or without its methods, and no window, the page gets the safe answers`()
        async
    {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.askNobody()
        }
        let once =
            [("alert", "x"), ("confirm", "y"), ("prompt", "z")].map {
                "WebKit: The page's \($0.0) was answered with the safe default: the view has no uiDelegate for it, and is in no "
                    + "visible window: \"\($0.1)\""
            } + ["page: [null, false, null]"]
        #expect(lines(result) == once + once)
    }

    /// Keeps the handler of a `confirm`, ends the page in one way, and writes what the page got.
    private static func keepAnswer(_ end: String) async throws {
        let server = try TestServer { _ in .html("<p>") }
        let delegate = UIRecorder()
        let recorder = MessageRecorder()
        var kept: (@MainActor @Sendable (Bool) -> Void)?
        delegate.confirm = { kept = $0 }
        var page: TestPage? = try await TestPage(url: server.url())
        page?.webView.uiDelegate = delegate
        page?.controller.add(recorder, name: "out")
        try await page?.evaluate("setTimeout(() => webkit.messageHandlers.out.postMessage(confirm('x')), 0); 0")
        try await delegate.wait(count: 1)
        switch end {
        case "load": try await page?.load(server.url("/next", host: "127.0.0.1"))
        case "same site": try await page?.load(server.url("/next"))
        case "reload": try await page?.navigation.waitForEnd(of: page?.webView.reload())
        case "answer in time":
            let load = page?.webView.load(URLRequest(url: server.url("/next")))
            kept?(true)
            try await page?.navigation.waitForEnd(of: load)
        case "process":
            WebProcesses.kill(WebProcesses.running())
            try await page?.navigation.wait(for: "the death") { $0.last?.name == "processTerminated" }
            write("dead")
        default: page = nil
        }
        if end != "process" { write(valueText(try await recorder.wait(count: 1)[0].body)) }
        if end != "answer in time" { kept?(true) }
    }

    private static let late = "WebKit: A JavaScript confirm was answered again or too late: the first answer stands"

    private static func unanswered(_ reason: String) -> String {
        "WebKit: A JavaScript confirm was not answered before \(reason): the page gets false"
    }

    @Test func `BR-124: a dialog that is open when the app loads another page ends with the safe answer`() async {
        let load = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.keepAnswer("load")
        }
        #expect(lines(load) == [Self.unanswered("another load"), "page: false", Self.late])
        let sameSite = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.keepAnswer("same site")
        }
        #expect(lines(sameSite) == [Self.unanswered("another load"), "page: false", Self.late])
        let reload = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.keepAnswer("reload")
        }
        #expect(lines(reload) == [Self.unanswered("another load"), "page: false", Self.late])
    }

    @Test func `an app may start a load and answer the dialog in one go`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.keepAnswer("answer in time")
        }
        #expect(lines(result) == ["page: true"])
    }

    @Test func `BR-124: a dialog whose view is closed ends with the safe answer`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.keepAnswer("close")
        }
        #expect(lines(result) == [Self.unanswered("the view was closed"), "page: false", Self.late])
    }

    @Test func `BR-124: a dialog whose web process dies has ended`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.keepAnswer("process")
        }
        #expect(lines(result) == [Self.unanswered("the web process ended"), "page: dead", Self.late])
    }

    @Test func `a page that goes elsewhere while its dialog is open goes there once it is answered`() async throws {
        let server = try TestServer { _ in .html("<p>") }
        var kept: (@MainActor @Sendable (Bool) -> Void)?
        delegate.confirm = { kept = $0 }
        let page = try await TestPage(url: server.url())
        page.webView.uiDelegate = delegate
        let next = server.url("/next", host: "127.0.0.1").absoluteString
        try await page.evaluate("setTimeout(() => { location = '\(next)'; confirm('x') }, 0); 0")
        try await delegate.wait(count: 1)
        kept?(true)
        try await page.navigation.wait(for: "the next page") { _ in page.webView.url?.path == "/next" }
        delegate.confirm = { $0(true) }
        #expect(try await page.evaluate("confirm('z') + location.pathname") as? String == "true/next")
    }

    // MARK: Leaving a page

    @Test func `a page that asks before it is left is left, as with Apple's public delegate`() async throws {
        let server = try TestServer { _ in .html("<script>onbeforeunload = event => event.preventDefault()</script>") }
        let page = try await TestPage(url: server.url())
        page.webView.uiDelegate = delegate
        try await page.evaluate("document.body.click(); 0")
        try await page.load(server.url("/next"))
        #expect(try await page.evaluate("location.pathname") as? String == "/next")
        try await page.evaluate("location = '/third'; 0")
        try await page.navigation.wait(for: "the third page") { _ in page.webView.url?.path == "/third" }
        #expect(delegate.log.isEmpty)
    }

    // MARK: Storms

    @Test func `a storm of dialogs, answered in every way, leaves the host alive and the page in order`() async throws {
        let page = try await page()
        var count = 0
        delegate.confirm = { answer in
            count += 1
            switch count % 4 {
            case 0: answer(true)
            case 1: Task { answer(true) }
            case 2: break
            default: answer(false); answer(true)
            }
        }
        let answers = try await page.call("return Array.from({ length: 200 }, () => confirm('x'))") as? [Bool]
        #expect(answers == (1...200).map { [true, true, false, false][$0 % 4] })
    }
}

/// A delegate with none of the methods.
final class NobodyDelegate: NSObject, WKUIDelegate {}
