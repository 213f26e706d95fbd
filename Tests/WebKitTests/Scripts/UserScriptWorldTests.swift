import GawaTestSupport
import TestServer
import Testing
import WebKit

/// The worlds that user scripts run in, and their text.
@MainActor @Suite(.serialized)
struct UserScriptWorldTests {
    private let probe = "typeof foo === 'undefined' ? 'inaccessible' : foo"

    private func page(_ source: String, in world: WKContentWorld? = nil) async throws -> TestPage {
        let page = TestPage()
        page.controller.addUserScript(
            world.map { WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: $0) }
                ?? WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: false))
        try await page.load(html: "<p>")
        return page
    }

    @Test func `us-default-world: a script that names no world runs in the page's`() async throws {
        let page = try await page("var foo = 'bar'")
        #expect(try await page.evaluate(probe) as? String == "bar")
        #expect(
            try await page.webView.evaluateJavaScript(probe, contentWorld: .defaultClient) as? String == "inaccessible")
    }

    @Test func `us-isolated-var-hidden, us-world-property: a script of a named world runs there alone`() async throws {
        let page = try await page("var foo = 'bar'", in: .world(name: "TestWorld"))
        #expect(try await page.evaluate(probe) as? String == "inaccessible")
        let inWorld = try await page.webView.evaluateJavaScript(probe, contentWorld: .world(name: "TestWorld"))
        #expect(inWorld as? String == "bar")
    }

    @Test func `a world that only a later script names works in a process that runs already`() async throws {
        let page = try await TestPage(html: "<p>")
        let world = WKContentWorld.world(name: "Late")
        let recorder = MessageRecorder()
        page.controller.add(recorder, contentWorld: world, name: "h")
        page.controller.addUserScript(
            WKUserScript(
                source: "webkit.messageHandlers.h.postMessage(document.readyState)", injectionTime: .atDocumentStart,
                forMainFrameOnly: true, in: world))
        try await page.load(html: "<p>")
        #expect(try await recorder.wait(count: 1).map { $0.body as? String } == ["loading"])
    }

    @Test(arguments: [WKUserScriptInjectionTime.atDocumentStart, .atDocumentEnd])
    func `user scripts run and reach their handlers when the page's own scripts may not`(
        time: WKUserScriptInjectionTime
    ) async throws {
        let recorder = MessageRecorder()
        let configuration = TestPage.configuration()
        configuration.defaultWebpagePreferences.allowsContentJavaScript = false
        for world in [WKContentWorld.page, .defaultClient] {
            configuration.userContentController.add(recorder, contentWorld: world, name: "h")
            configuration.userContentController.addUserScript(
                WKUserScript(
                    source: "webkit.messageHandlers.h.postMessage(typeof fromPage)", injectionTime: time,
                    forMainFrameOnly: true, in: world))
        }
        _ = try await TestPage(
            html: "<script>var fromPage = 1; webkit.messageHandlers.h.postMessage('page')</script>",
            configuration: configuration)
        #expect(try await recorder.wait(count: 2).map { $0.body as? String } == ["undefined", "undefined"])
    }

    @Test func `the text of a script arrives as it is`() async throws {
        let text = "日本 👍🏽 \u{2028}\u{2029} </script> `${1}` \\n ' \u{FEFF} é"
        let literal = text.replacing("\\", with: "\\\\").replacing("`", with: "\\`").replacing("$", with: "\\$")
        let page = try await page("var foo = `\(literal)`")
        #expect(try await page.evaluate("foo") as? String == text)
    }

    @Test func `a NUL in a literal does not end the script`() async throws {
        let page = try await page("var foo = 'a\u{0}b'.length; /* \u{0} */ var bar = `\u{0}`.charCodeAt()")
        #expect(try await page.evaluate("[foo, bar]") as? [Int] == [3, 0])
    }

    @Test func `a long script runs`() async throws {
        let page = try await page("var foo = '\(String(repeating: "x", count: 4 << 20))'.length")
        #expect(try await page.evaluate("foo") as? Int == 4 << 20)
    }

    @Test func `us-message-event-types: a listener of a user script changes nothing for the page`() async throws {
        let page = try await page("addEventListener('message', event => event.data)", in: .defaultClient)
        let types = try await page.call(
            """
            const seen = [];
            const all = new Promise(resolve => addEventListener('message', event => {
                if (seen.push(event.data.constructor.name) === 4) resolve(seen);
            }));
            const values = [{ a: 1 }, new ArrayBuffer(8), new OffscreenCanvas(1, 1), new MessageChannel().port1];
            values.forEach((value, index) => postMessage(value, '*', index > 0 ? [value] : []));
            return await all;
            """)
        #expect(types as? [String] == ["Object", "ArrayBuffer", "OffscreenCanvas", "MessagePort"])
    }
}
