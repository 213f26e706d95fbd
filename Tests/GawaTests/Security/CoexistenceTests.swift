import Foundation
import GawaTestSupport
import TestServer
import Testing

@testable import Gawa

/// Bridges beside others, beside raw handlers and beside other scripts.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct CoexistenceTests {
    private let server: TestServer

    init() throws {
        server = try TestServer { _ in .html("<!doctype html><p>") }
    }

    private func bridge<each Service: BridgeService>(_ services: repeat each Service) -> Bridge {
        Bridge(repeat each services, allowing: .origins([server.origin()]), carrier: TestCarrier.chosen)
    }

    @Test func `BR-043: the bridge's script run again, by the app or by the page, leaves the first in place`()
        async throws
    {
        let page = try await BridgedTestPage(EchoService(), server: server)
        let source = page.bridge.script.source
        try await page.run("globalThis.first = echo; globalThis.pending = echo.add(1, 1)")
        try await page.page.evaluate(source + ";0")
        try await page.run(
            "const script = document.createElement('script'); script.textContent = source; document.head.append(script)",
            ["source": source])
        #expect(
            try await page.outcome(
                "return [first === echo, await pending, await echo.add(2, 2), await first.add(3, 3)].join()")
                == "value true,2,4,6")
        try await page.bridge.install(in: page.page.webView)
        #expect(try await page.outcome("return [first === echo, await echo.add(2, 2)].join()") == "value true,4")
        #expect(page.diagnostics.isEmpty, "\(page.diagnostics)")
    }

    @Test func `two bridges in one page have their own objects, errors and functions of the page`() async throws {
        let notes = Notes()
        let other = bridge(NotingService(notes: notes))
        let page = try await BridgedTestPage(EchoService(), server: server, after: { other.install(in: $0) })
        #expect(
            try await page.outcome(
                """
                const calls = [echo.add(1, 2), noting.note('a'), echo.add(3, 4), noting.note('b')];
                echo.expose('who', () => 'first'); noting.expose('who', () => 'second');
                return [await Promise.all(calls), echo.GawaError === noting.GawaError].join();
                """) == "value 3,a,7,b,false")
        #expect(try await page.functions.call("who", returning: String.self) == "first")
        #expect(try await other.page(in: page.page.webView).call("who", returning: String.self) == "second")
        // One goes, the other stays.
        other.close()
        #expect(try await page.outcome("return await noting.note('c')").hasPrefix("true "))
        #expect(try await page.outcome("return await echo.add(2, 2)") == "value 4")
        #expect(notes.lines.count == 2)
    }

    @Test func `BR-118: views on one configuration share a bridge, and each has its own calls, ten times over`()
        async throws
    {
        let bridge = bridge(EchoService())
        let configuration = TestPage.configuration()
        for _ in 0..<10 { bridge.install(in: configuration) }
        for _ in 0..<10 {
            let pages = [TestPage(configuration: configuration), TestPage(configuration: configuration)]
            for (index, page) in pages.enumerated() {
                try await page.load(server.url())
                try await page.call("globalThis.own = () => index", ["index": index])
                #expect(try await page.call("return await echo.add(index, 1)", ["index": index]) as? Int == index + 1)
            }
            for (index, page) in pages.enumerated() {
                #expect(try await bridge.page(in: page.webView).call("own", returning: Int.self) == index)
            }
        }
    }

    @Test func `a script before the bridge's cannot be seen from it, one after it sees it, and raw handlers stay`()
        async throws
    {
        let recorder = MessageRecorder()
        let page = try await BridgedTestPage(
            EchoService(), server: server,
            before: { configuration in
                configuration.userContentController.add(recorder, name: "raw")
                configuration.userContentController.addUserScript(
                    WKUserScript(
                        source: "globalThis.before = typeof globalThis.echo", injectionTime: .atDocumentStart,
                        forMainFrameOnly: true))
            },
            after: { configuration in
                configuration.userContentController.addUserScript(
                    WKUserScript(
                        source: "globalThis.after = typeof globalThis.echo; globalThis.early = echo.add(1, 1)",
                        injectionTime: .atDocumentStart,
                        forMainFrameOnly: true))
            })
        #expect(try await page.outcome("return [before, after, await early].join()") == "value undefined,object,2")
        try await page.run("webkit.messageHandlers.raw.postMessage('raw')")
        try await recorder.wait(count: 1)
        #expect(recorder.bodies as? [String] == ["raw"])
        // Removing the bridge leaves them.
        page.bridge.remove(from: page.page.controller)
        try await page.page.load(server.url())
        #expect(
            try await page.run("return [typeof before, typeof globalThis.echo].join()") as? String == "string,undefined"
        )
        try await page.run("webkit.messageHandlers.raw.postMessage('again')")
        try await recorder.wait(count: 2)
    }

    @Test func `a global of the service's name that is there already is the page's trouble, and no other service's`()
        async throws
    {
        let notes = Notes()
        let page = try await BridgedTestPage(
            EchoService(), NotingService(notes: notes), server: server,
            before: { configuration in
                configuration.userContentController.addUserScript(
                    WKUserScript(
                        source: "Object.defineProperty(globalThis, 'echo', { value: 'taken', configurable: true })",
                        injectionTime: .atDocumentStart, forMainFrameOnly: true))
            })
        #expect(try await page.outcome("return [typeof echo, await noting.note('n')].join()") == "value object,n")
    }

    @Test func `two bridges with one service each of one name do not share calls`() async throws {
        let first = Notes()
        let second = Notes()
        let page = TestPage()
        let bridges = [
            bridge(NotingService(notes: first)),
            bridge(NotingService(notes: second), EchoService()),
        ]
        for bridge in bridges { bridge.install(in: page.controller) }
        try await page.load(server.url())
        // The first to be installed has the name; the other's second service is whole.
        let text = try await page.call("return [await noting.note('x'), typeof globalThis.echo].join()")
        #expect(text as? String == "x,object")
        #expect(first.lines.count == 1)
        #expect(second.lines.isEmpty)
    }
}
