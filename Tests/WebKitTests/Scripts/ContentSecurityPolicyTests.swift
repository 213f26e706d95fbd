import GawaTestSupport
import TestServer
import Testing
import WebKit

/// A page's own policy binds the page, not the app.
@MainActor
@Suite(.serialized)
struct ContentSecurityPolicyTests {
    private let server: TestServer

    init() throws {
        server = try TestServer()
        server.route(
            "/",
            .html("<title>strict</title><script src=own.js></script><p id=p>text</p>")
                .header("Content-Security-Policy", "default-src 'none'; script-src 'self'"))
        server.route(
            "/own.js",
            .javaScript(
                "window.violations = []; addEventListener('securitypolicyviolation', e => violations.push(e.blockedURI))"
            ))
    }

    private static let places: [WKContentWorld] = [.page, .defaultClient, .world(name: "policy")]

    @Test func `BR-070: scripts of the app run under a policy without eval and inline scripts, and violate nothing`()
        async throws
    {
        let configuration = TestPage.configuration()
        let recorder = MessageRecorder()
        for world in Self.places {
            configuration.userContentController.add(recorder, contentWorld: world, name: "m")
            for time in [WKUserScriptInjectionTime.atDocumentStart, .atDocumentEnd] {
                configuration.userContentController.addUserScript(
                    WKUserScript(
                        source: "webkit.messageHandlers.m.postMessage(\(time.rawValue))", injectionTime: time,
                        forMainFrameOnly: true, in: world))
            }
        }
        let page = try await TestPage(url: server.url("/"), configuration: configuration)
        try await recorder.wait(count: 6)
        for world in Self.places {
            let title = try await page.webView.evaluateJavaScript("document.title", in: nil, contentWorld: world)
            #expect(title as? String == "strict")
            let sum = try await page.webView.callAsyncJavaScript(
                "return await Promise.resolve(a + b)", arguments: ["a": 1, "b": 2], contentWorld: world)
            #expect(sum as? Int == 3)
        }
        // The policy holds: the page itself cannot do the like.
        #expect(
            try await page.evaluate("try { eval('1') } catch (e) { e.name }") as? String == "EvalError")
        let violations = try #require(try await page.evaluate("violations") as? [String])
        #expect(violations.allSatisfy { $0 == "eval" }, "\(violations)")
    }

    @Test func `BR-072: large messages, replies and arguments need no request that a policy could block`()
        async throws
    {
        let text = String(repeating: "0123456789abcde\n", count: 5 * 65536)
        let configuration = TestPage.configuration()
        let handler = ReplyingHandler { message, reply in reply(message.body, nil) }
        configuration.userContentController.addScriptMessageHandler(handler, contentWorld: .page, name: "echo")
        let page = try await TestPage(url: server.url("/"), configuration: configuration)
        let echo = try await page.call(
            "const echo = await webkit.messageHandlers.echo.postMessage({ text, n: 1 }); return echo.text",
            ["text": text])
        #expect(echo as? String == text)
        #expect(try await page.evaluate("violations.length") as? Int == 0)
    }
}
