import Gawa
import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Errors that nobody caught.
@MainActor @Suite(.serialized)
struct ConsoleErrorTests {
    /// Serves files from a scheme of the app.
    private final class Assets: NSObject, WKURLSchemeHandler {
        let files: [String: (type: String, text: String)]

        init(_ files: [String: (type: String, text: String)]) {
            self.files = files
        }

        func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
            guard let url = urlSchemeTask.request.url, let file = files[url.path] else {
                urlSchemeTask.didFailWithError(URLError(.fileDoesNotExist))
                return
            }
            let data = Data(file.text.utf8)
            urlSchemeTask.didReceive(
                URLResponse(
                    url: url, mimeType: file.type, expectedContentLength: data.count, textEncodingName: "utf-8"))
            urlSchemeTask.didReceive(data)
            urlSchemeTask.didFinish()
        }

        func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}
    }

    @Test func `BR-110: an error of any script has its message, file, line, column and stack`() async throws {
        let assets = Assets([
            "/index.html": (
                "text/html",
                """
                <script>addEventListener('error', e => { seen.push(e.message) }); onerror = m => { seen.push(m) }; var seen = []</script>
                <script src="timer.js"></script>
                <script type="module" src="module.mjs"></script>
                <script>
                  let a; throw new TypeError('inline')</script>
                <button onclick="fail()">b</button>
                <script>function fail() { throw new Error('handler') } document.querySelector('button').click()</script>
                """
            ),
            "/timer.js": ("text/javascript", "setTimeout(() => {\n    throw new Error('timer')\n})"),
            "/module.mjs": ("text/javascript", "export {}\nthrow new RangeError('module')"),
        ])
        let configuration = TestPage.configuration()
        configuration.setURLSchemeHandler(assets, forURLScheme: "assets")
        let console = PageConsole(standardError: false)
        console.install(in: configuration)
        configuration.userContentController.addUserScript(
            WKUserScript(
                source: "\nthrow new Error('user script')", injectionTime: .atDocumentEnd, forMainFrameOnly: true))
        let page = try ConsolePage(console, configuration: configuration)
        try await page.page.load(try #require(URL(string: "assets://app/index.html")))
        let entries = try await page.wait(count: 5)
        func entry(_ message: String) throws -> ConsoleEntry {
            try #require(entries.first { $0.text.contains(message) }, "\(message) of \(entries.map(\.text))")
        }
        for (message, file, line) in [
            ("Error: timer", "assets://app/timer.js", 2), ("RangeError: module", "assets://app/module.mjs", 2),
            ("TypeError: inline", "assets://app/index.html", 5), ("Error: handler", "assets://app/index.html", 7),
        ] {
            let entry = try entry(message)
            #expect(entry.kind == .uncaughtError && entry.level == .error)
            #expect(entry.text.hasPrefix("Uncaught \(message)\n"))
            #expect(
                entry.location?.source == file && entry.location?.line == line, "\(String(describing: entry.location))")
            #expect((entry.location?.column ?? 0) > 0)
            guard case .error(let error)? = entry.arguments.first else {
                Issue.record("\(message) is no error")
                continue
            }
            #expect(message == "\(error.name): \(error.message)" && error.stack.contains(file))
        }
        // WebKit tells no page what went wrong in a user script, since it is not of the page's origin.
        let script = try entry("Script error.")
        #expect(script.kind == .uncaughtError && script.location == nil)
        #expect(try await page.page.evaluate("seen.length") as? Int == 10)
    }

    @Test func `BR-110: the page's handlers run, and an event that they prevent is not reported`() async throws {
        let page = try await ConsolePage(
            html: """
                <script>
                window.seen = []
                window.onerror = (message, file, line, column, error) => { seen.push('onerror ' + error.message); return error.message === 'by onerror' }
                addEventListener('error', e => { seen.push('listener ' + e.error.message); if (e.error.message === 'by listener') e.preventDefault() })
                addEventListener('error', e => { if (e.error.message === 'stopped') e.stopImmediatePropagation() }, true)
                addEventListener('error', e => { if (e.error.message === 'stopped and prevented') { e.preventDefault(); e.stopImmediatePropagation() } }, true)
                window.onunhandledrejection = e => { seen.push('rejection ' + e.reason); if (e.reason === 'prevented') e.preventDefault() }
                for (const message of ['by onerror', 'by listener', 'stopped', 'stopped and prevented', 'open'])
                    setTimeout(() => { throw new Error(message) })
                Promise.reject('prevented'); Promise.reject('seen'); Promise.reject(new TypeError('typed'))
                setTimeout(() => setTimeout(() => console.log('end'), 50))
                </script>
                """)
        let entries = try await page.wait("the end") { $0.last?.text == "end" }.dropLast()
        let result = try await page.page.evaluate("seen")
        #expect(
            Set(entries.map { $0.text.split(separator: "\n").first ?? "" }) == [
                "Uncaught Error: stopped", "Uncaught Error: open", "Unhandled promise rejection: seen",
                "Unhandled promise rejection: TypeError: typed",
            ])
        #expect(entries.count == 4)
        #expect(entries.filter { $0.kind == .unhandledRejection }.count == 2)
        #expect(
            Set(result as? [String] ?? []) == [
                "onerror by onerror", "listener by onerror", "onerror by listener", "listener by listener",
                "onerror open",
                "listener open", "rejection prevented", "rejection seen", "rejection TypeError: typed",
            ])
    }

    @Test func `thrown values that are no errors come as values`() async throws {
        let page = try await ConsolePage(html: "<p>")
        try await page.page.evaluate(
            """
            for (const value of ['text', null, undefined, { code: 7 }, 5n, Symbol('s')]) setTimeout(() => { throw value })
            setTimeout(() => reportError(new Error('reported')))
            setTimeout(() => dispatchEvent(new ErrorEvent('error', { message: 'made by the page', error: new Error('made') })))
            setTimeout(() => console.log('end'), 20)
            0
            """)
        let entries = try await page.wait("the end") { $0.contains { $0.text == "end" } }
        let errors = entries.filter { $0.kind == .uncaughtError }
        #expect(
            errors.prefix(6).map { $0.arguments.first } == [
                .string("text"), .null, .undefined,
                .object(className: "Object", members: [ConsoleMember(key: "code", value: .number(7))], omittedCount: 0),
                .bigInt("5"), .symbol("Symbol(s)"),
            ])
        #expect(errors.prefix(6).map(\.text).contains { $0.contains("text") })
        #expect(!errors.contains { $0.text.contains("made") })
    }

    @Test func `an error of another origin's script comes as the engine tells it, without details`() async throws {
        let page = try ConsolePage()
        page.server.route(
            "/", .html("<script src='\(page.server.url("/foreign.js", host: "127.0.0.1"))'></script>"))
        page.server.route("/foreign.js", .javaScript("throw new Error('secret')"))
        try await page.page.load(page.server.url())
        let entry = try #require(try await page.wait(count: 1).first)
        #expect(entry.text == "Uncaught Script error." && entry.location == nil)
    }

    @Test func `an element that cannot load is reported with what it names`() async throws {
        let page = try await ConsolePage(
            html: "<script src=/gone.js></script><link rel=stylesheet href=/gone.css><img src=/gone.png>")
        let entries = try await page.wait(count: 3)
        #expect(entries.allSatisfy { $0.kind == .resourceError && $0.level == .error })
        #expect(
            Set(entries.map(\.text)) == [
                "Failed to load <script src=\"/gone.js\"></script>",
                "Failed to load <link rel=\"stylesheet\" href=\"/gone.css\"></link>",
                "Failed to load <img src=\"/gone.png\"></img>",
            ])
    }
}
