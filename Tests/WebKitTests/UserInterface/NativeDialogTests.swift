import GawaTestSupport
import TestServer
import Testing
import WebKit

extension SeenWindowTests {
    /// The engine's own dialogs, in a bare window, for views without a delegate.
    @MainActor @Suite(.serialized)
    struct NativeDialogTests {
        private func screen() async throws -> (page: TestPage, window: WebViewWindow, out: MessageRecorder) {
            let server = try TestServer { _ in .html("<p>") }
            let page = TestPage()
            let out = MessageRecorder()
            page.controller.add(out, name: "out")
            let window = WebViewWindow(webView: page.webView, title: "Native", size: CGSize(width: 600, height: 400))
            window.present()
            try await page.load(server.url())
            withExtendedLifetime(server) {}
            return (page, window, out)
        }

        private func ask(_ page: TestPage, _ script: String) async throws {
            try await page.evaluate("setTimeout(() => webkit.messageHandlers.out.postMessage(\(script)), 0); 0")
        }

        @Test(.timeLimit(.minutes(5)))
        func `BR-123: without a delegate the engine's own dialogs show in a window, and answer`() async throws {
            let (page, window, out) = try await screen()
            defer { window.close() }
            let nobody = NobodyDelegate()
            for delegate in [nil, nobody] {
                page.webView.uiDelegate = delegate
                let count = out.messages.count
                try await ask(
                    page, "[confirm('first?'), confirm('second?'), prompt('name?', 'default'), String(alert('bye'))]")
                for (text, button) in [("first?", "_OK"), ("second?", "_Cancel"), ("name?", "_OK"), ("bye", "_Close")] {
                    try await WidgetTree.waitForText(text)
                    try await WidgetTree.press(button)
                }
                let message = try await out.wait(count: count + 1)[count]
                #expect(valueText(message.body) == "[true, false, \"default\", \"undefined\"]")
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `BR-124: the engine's own dialog ends with the safe answer when its window is closed`() async throws {
            let (page, window, out) = try await screen()
            try await ask(page, "confirm('closed?')")
            try await WidgetTree.waitForButton("_OK")
            window.close()
            #expect(try await out.wait(count: 1)[0].body as? Bool == false)
            #expect(try await page.evaluate("1") as? Int == 1)
            #expect(WidgetTree.labels.isEmpty)
        }

        @Test(.timeLimit(.minutes(5)))
        func `BR-124: the engine's own dialog ends with the safe answer when another page is loaded`() async throws {
            let (page, window, out) = try await screen()
            defer { window.close() }
            try await ask(page, "confirm('another?')")
            try await WidgetTree.waitForButton("_OK")
            try await page.load(html: "<p>next")
            #expect(try await out.wait(count: 1)[0].body as? Bool == false)
            #expect(WidgetTree.labels.isEmpty)
            try await ask(page, "confirm('again?')")
            try await WidgetTree.press("_OK")
            #expect(try await out.wait(count: 2)[1].body as? Bool == true)
        }

        @Test(.timeLimit(.minutes(5)))
        func `BR-124: the engine's own dialog ends when its view goes`() async throws {
            var (page, window, out): (TestPage?, WebViewWindow?, MessageRecorder) = try await screen()
            try await ask(#require(page), "confirm('gone?')")
            try await WidgetTree.waitForButton("_OK")
            weak let view = page?.webView
            page = nil
            window?.close()
            window = nil
            #expect(try await isReleased { view })
            #expect(try await out.wait(count: 1)[0].body as? Bool == false)
        }
    }
}
