import GawaTestSupport
import TestServer
import Testing
import WebKit

/// `allowsContentJavaScript`: what it stops, and what still runs.
@MainActor
@Suite(.serialized)
struct ContentScriptTests {
    private func page(html: String, allows: Bool, baseURL: URL? = nil) async throws -> TestPage {
        let configuration = TestPage.configuration()
        #expect(configuration.defaultWebpagePreferences.allowsContentJavaScript)
        configuration.defaultWebpagePreferences.allowsContentJavaScript = allows
        return try await TestPage(html: html, baseURL: baseURL, configuration: configuration)
    }

    private static let missing = "ReferenceError: Can't find variable: foo"

    @Test func `ev-content-js-on: pages run their scripts by default`() async throws {
        let page = try await page(html: "<script>var foo = 'bar'</script>", allows: true)
        #expect(try await page.evaluate("foo") as? String == "bar")
    }

    @Test func `ev-content-js-off-default: pages run no scripts when they may not, and evaluation does`() async throws {
        let page = try await page(html: "<script>var foo = 'bar'</script>", allows: false)
        let error = await scriptError { try await page.evaluate("foo") }
        #expect(error?.message == Self.missing)
        #expect(try await page.evaluate("1 + 1") as? Int == 2)
        #expect(try await page.call("return 1 + a", ["a": 2]) as? Int == 3)
        #expect(try await page.webView.evaluateJavaScript("4", contentWorld: .defaultClient) as? Int == 4)
    }

    @Test(arguments: [true, false])
    func `ev-content-js-off-external: external scripts follow the setting`(allows: Bool) async throws {
        let server = try TestServer()
        server.route("/s", .javaScript("var foo = 'bar'"))
        let html = "<script src='\(server.url("/s"))'></script>"
        let page = try await page(html: html, allows: allows, baseURL: server.url())
        if allows {
            #expect(try await page.evaluate("foo") as? String == "bar")
        } else {
            #expect(await scriptError { try await page.evaluate("foo") }?.message == Self.missing)
        }
    }

    @Test(arguments: [true, false])
    func `ev-content-js-off-js-url: javascript URLs follow the setting`(allows: Bool) async throws {
        let page = try await page(html: "<iframe src='javascript:window.foo = 1'></iframe>", allows: allows)
        #expect(valueText(try await page.evaluate("frames[0].foo")) == (allows ? "1" : "nil"))
    }

    @Test func `ev-noscript-shown: noscript elements show when pages run no scripts`() async throws {
        let page = try await page(html: "<noscript>shown text</noscript>", allows: false)
        #expect(try await page.evaluate("document.body.innerText") as? String == "shown text")
    }

    @Test func `ev-js-markup-off: inline handlers do not run when pages run no scripts`() async throws {
        let page = try await page(html: "<body onload=\"document.write('FAIL')\">PASS</body>", allows: false)
        #expect(try await page.evaluate("document.body.innerHTML") as? String == "PASS")
    }

    @Test func `user scripts, and messages of their worlds, work when pages run no scripts`() async throws {
        let configuration = TestPage.configuration()
        configuration.defaultWebpagePreferences.allowsContentJavaScript = false
        let recorder = MessageRecorder()
        let controller = configuration.userContentController
        for (name, world) in [("page", WKContentWorld.page), ("client", .defaultClient)] {
            controller.add(recorder, contentWorld: world, name: "m")
            controller.addUserScript(
                WKUserScript(
                    source: "window.mine = 1; webkit.messageHandlers.m.postMessage('\(name)')",
                    injectionTime: .atDocumentEnd, forMainFrameOnly: true, in: world))
        }
        let page = try await TestPage(html: "<p>", configuration: configuration)
        try await recorder.wait(count: 2)
        #expect(recorder.bodies.compactMap { $0 as? String }.sorted() == ["client", "page"])
        #expect(try await page.evaluate("mine") as? Int == 1)
    }

    @Test func `the setting is copied into the view`() async throws {
        let configuration = TestPage.configuration()
        let preferences = WKWebpagePreferences()
        preferences.allowsContentJavaScript = false
        configuration.defaultWebpagePreferences = preferences
        preferences.allowsContentJavaScript = true
        #expect(!configuration.defaultWebpagePreferences.allowsContentJavaScript)
        let page = TestPage(configuration: configuration)
        configuration.defaultWebpagePreferences.allowsContentJavaScript = true
        try await page.load(html: "<script>var foo = 1</script>")
        #expect(await scriptError { try await page.evaluate("foo") }?.message == Self.missing)
        #expect(!page.webView.configuration.defaultWebpagePreferences.allowsContentJavaScript)
    }
}
