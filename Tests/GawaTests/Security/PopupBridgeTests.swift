import Foundation
import Gawa
import GawaTestSupport
import TestServer
import Testing

/// Windows that a page opens are documents of their own.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct PopupBridgeTests {
    private func open(_ address: String, from page: BridgedTestPage, _ opener: WindowOpener) async throws -> WKWebView {
        let count = opener.views.count
        page.page.webView.uiDelegate = opener
        try await page.run("globalThis.opened = open(address)", ["address": address])
        try await opener.opened.wait(for: "a window") { opener.views.count > count }
        let view = try #require(opener.views.last)
        try await opener.navigation.wait(for: "the window's page") { _ in
            !view.isLoading && (address.isEmpty || view.url?.absoluteString == address)
        }
        return view
    }

    @Test func `a window of the origin has the bridge, and calls of both windows keep apart`() async throws {
        let notes = Notes()
        let page = try await BridgedTestPage(NotingService(notes: notes), EchoService())
        let opener = WindowOpener()
        let view = try await open(page.server.url("/window").absoluteString, from: page, opener)
        let answer = try await view.callAsyncJavaScript(
            "globalThis.own = () => 'window'; return await noting.note('window')", contentWorld: .page)
        #expect(answer as? String == "window")
        try await page.run("globalThis.own = () => 'opener'")
        #expect(try await page.bridge.page(in: view).call("own", returning: String.self) == "window")
        #expect(try await page.functions.call("own", returning: String.self) == "opener")
        #expect(try await page.outcome("return await noting.note('opener')") == "value opener")
        // By its opener's hand, a window speaks as itself.
        #expect(try await page.run("return await opened.noting.note('reached')") as? String == "reached")
        #expect(notes.lines == ["window", "opener", "reached"].map { "\(page.server.origin()) \($0)" })
    }

    @Test func `a window of another origin has none, and cannot use its opener's`() async throws {
        let notes = Notes()
        let page = try await BridgedTestPage(NotingService(notes: notes), EchoService())
        let opener = WindowOpener()
        let view = try await open(page.server.url("/window", host: "127.0.0.1").absoluteString, from: page, opener)
        let found =
            try await view.callAsyncJavaScript(
                """
                let reached;
                try { reached = await window.opener.noting.note('stolen') } catch (error) { reached = error.name }
                let raw = await webkit.messageHandlers['gawa.noting.echo']
                    ?.postMessage('["AAAAAAAAAAAAAAAAAAAAAA",["h",1],["m","noting","say",["raw"]]]').catch(error => 'refused');
                return [typeof globalThis.noting, reached, raw ?? 'none'].join();
                """, contentWorld: .page) as? String
        #expect(
            found == "undefined,SecurityError,refused" || found == "undefined,TypeError,refused", "\(found ?? "nil")")
        #expect(notes.lines.isEmpty)
        #expect(try await page.outcome("return await noting.note('own')") == "value own")
    }

    @Test func `a blank window has its opener's origin, and no more than that`() async throws {
        let notes = Notes()
        let page = try await BridgedTestPage(NotingService(notes: notes), EchoService())
        let opener = WindowOpener()
        let view = try await open("", from: page, opener)
        let kind =
            try await view.callAsyncJavaScript(
                "return self.origin + ' ' + typeof globalThis.noting", contentWorld: .page) as? String
        #expect(kind == "\(page.server.origin()) object")
        let answer = try await view.callAsyncJavaScript("return await noting.note('blank')", contentWorld: .page)
        #expect(answer as? String == "blank")
        _ = try await view.callAsyncJavaScript("globalThis.own = () => 'blank'", contentWorld: .page)
        // More often than messages have left an answer open: pushed, too.
        for _ in 0..<20 {
            #expect(try await page.bridge.page(in: view).call("own", returning: String.self) == "blank")
        }
        #expect(notes.lines == ["\(page.server.origin()) blank"])
    }
}
