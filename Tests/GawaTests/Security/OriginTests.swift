import Foundation
import Gawa
import GawaTestSupport
import TestServer
import Testing

/// Documents of other origins get nothing, whatever they look like.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct OriginTests {
    /// What is left of the bridge in a document: the object, the port, and what became of a raw message.
    static let probe = """
        const handler = Object.values(Object.getOwnPropertyDescriptors(globalThis.webkit?.messageHandlers ?? {}))
            .map(found => found.value).find(Boolean) ?? webkit?.messageHandlers?.['gawa.values'];
        let raw = 'no handler';
        if (handler) {
            raw = await handler.postMessage('["AAAAAAAAAAAAAAAAAAAAAA",["h",1,""],["c",1,"values","int",[1]]]')
                .then(text => 'answered ' + text, error => String(error.message ?? error));
        }
        const port = Object.getOwnPropertyNames(globalThis).some(name => name.startsWith('gawa-'));
        return [typeof globalThis.values?.int, port, raw].join('|');
        """

    private func listen(_ configuration: WKWebViewConfiguration) {
        PageTools.add(to: configuration)
        configuration.userContentController.addUserScript(
            WKUserScript(
                source: """
                    globalThis.warnings = [];
                    console.warn = (...words) => warnings.push(words.join(' '));
                    globalThis.errors = [];
                    addEventListener('error', event => errors.push(event.message));
                    """, injectionTime: .atDocumentStart, forMainFrameOnly: false))
    }

    @Test(arguments: ["127.0.0.1", "[::1]"])
    func `BR-059: a redirect to another origin gets no bridge, and page and app are told once`(host: String)
        async throws
    {
        let page = try await BridgedTestPage(ValueService(), before: listen)
        let url = page.server.url("/foreign", host: host)
        page.server.route("/go", .redirect(to: url.absoluteString))
        try await page.page.load(page.server.url("/go"))
        #expect(page.page.webView.url == url)
        let origin = page.server.origin(host: host)
        let probe = try #require(try await page.run(Self.probe) as? String)
        #expect(probe.hasPrefix("undefined|false|NotAllowedError: "), "\(probe)")
        #expect(
            try await page.run(
                "return [warnings.length, warnings[0].includes(origin), errors.length].join()", ["origin": origin])
                as? String == "1,true,0")
        try await page.wait(for: "a refusal") { _ in true }
        #expect(page.diagnostics == [.refused(origin: origin, isMainFrame: true, url: url.absoluteString)])
        await #expect(throws: BridgeError.self) { try await page.functions.call("probe", timeout: .milliseconds(50)) }
        // The way back leads to the bridge again.
        try await page.page.load(page.server.url())
        #expect(try await page.outcome("return await values.int(1)") == "value 1")
    }

    @Test func `another port, about:blank, data: and a file have no bridge`() async throws {
        let page = try await BridgedTestPage(ValueService(), before: listen)
        let other = try TestServer { _ in .html("<p>") }
        for address in [other.url().absoluteString, "about:blank", "data:text/html,<p>x"] {
            try await page.page.load(try #require(URL(string: address)))
            let probe = try #require(try await page.run(Self.probe) as? String)
            #expect(probe.hasPrefix("undefined|false|"), "\(address): \(probe)")
            #expect(!probe.contains("answered"), "\(address): \(probe)")
            #expect(try await page.run("return errors.join()") as? String == "", "\(address)")
        }
        try await page.page.load(html: "<p>", baseURL: URL(string: "https://app.example.com/"))
        #expect(try await page.run(Self.probe) as? String != nil)
        #expect(try await page.run("return typeof globalThis.values") as? String == "undefined")
        #expect(
            page.diagnostics.allSatisfy {
                guard case .refused = $0 else { return false }
                return true
            }, "\(page.diagnostics)")
    }

    @Test func `an address with a user name or in capitals is the same origin, as the engine says`() async throws {
        let page = try await BridgedTestPage(ValueService(), before: listen)
        for address in [
            "http://user:word@localhost:\(page.server.port)/", "HTTP://LOCALHOST:\(page.server.port)/",
            "http://localhost:\(page.server.port)/a/../b?c#d",
        ] {
            try await page.page.load(try #require(URL(string: address)))
            #expect(try await page.outcome("return await values.int(1)") == "value 1", "\(address)")
        }
    }

    @Test func `a scheme of the app's own is allowed by its whole origin, and look-alikes are not`() async throws {
        let configuration = TestPage.configuration()
        configuration.setURLSchemeHandler(AnyPage(), forURLScheme: "app")
        let bridge = Bridge(ValueService(), allowing: .origins(["app://main", "app://xn--bcher-kva.example"]))
        bridge.install(in: configuration)
        bridge.onDiagnostic = { _ in }
        let page = TestPage(configuration: configuration)
        for address in ["app://main/", "app://main/a/b?c", "app://user@main/", "app://xn--bcher-kva.example/"] {
            try await page.load(try #require(URL(string: address)))
            #expect(try await page.call("return await values.int(5)") as? Int == 5, "\(address)")
            // Pushed too: the document is found by its origin.
            try await page.call("globalThis.own = value => value + 1")
            for value in 0..<12 {
                #expect(try await bridge.page(in: page.webView).call("own", value, returning: Int.self) == value + 1)
            }
        }
        for address in [
            "app://main./", "app://main:8080/", "app://xmain/", "app://sub.main/", "app://main.evil.example/",
            "app://xn--pp-vjc.example/",
            "app:main", "app://%6Dain.x/", "app:///main",
        ] {
            try await page.load(try #require(URL(string: address)))
            let probe = try #require(try await page.call(Self.probe) as? String)
            #expect(probe.hasPrefix("undefined|false|"), "\(address): \(probe)")
            #expect(!probe.contains("answered"), "\(address): \(probe)")
        }
    }
}

/// Answers every request with an empty page.
private final class AnyPage: NSObject, WKURLSchemeHandler {
    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        guard let url = urlSchemeTask.request.url else { return }
        urlSchemeTask.didReceive(
            URLResponse(url: url, mimeType: "text/html", expectedContentLength: 3, textEncodingName: "utf-8"))
        urlSchemeTask.didReceive(Data("<p>".utf8))
        urlSchemeTask.didFinish()
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}
}
