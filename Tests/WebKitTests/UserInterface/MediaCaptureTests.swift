import CGLib
import GawaTestSupport
import TestServer
import Testing
import WebKit

extension SeenWindowTests {
    /// Cameras and microphones, and the other permissions that pages ask for.
    @MainActor @Suite(.serialized)
    struct MediaCaptureTests {
        private let delegate = UIRecorder()
        private let server: TestServer

        init() throws {
            server = try TestServer { _ in .html("<p>") }
        }

        /// A page in a window: the engine keeps requests of a page that is not seen.
        private func page() async throws -> (page: TestPage, window: WebViewWindow) {
            let page = TestPage()
            setMockDevices(page.webView)
            page.webView.uiDelegate = delegate
            let window = WebViewWindow(webView: page.webView, title: "Media", size: CGSize(width: 600, height: 400))
            window.present()
            // Devices are for secure contexts: localhost is one.
            try await page.load(server.url())
            return (page, window)
        }

        private func setMockDevices(_ webView: WKWebView) {
            let settings: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutablePointer<GObject>? =
                WidgetTree.function("webkit_web_view_get_settings")
            var yes = GValue()
            g_value_init(&yes, GType(5 << 2))
            g_value_set_boolean(&yes, 1)
            for name in ["enable-media-stream", "enable-mock-capture-devices"] {
                g_object_set_property(settings(webView.widget), name, &yes)
            }
        }

        private func ask(_ page: TestPage, _ constraints: String) async throws -> String? {
            try await page.call(
                """
                try { return (await navigator.mediaDevices.getUserMedia(\(constraints))).getTracks().map(t => t.kind).sort().join() }
                catch (error) { return error.name }
                """) as? String
        }

        @Test(.timeLimit(.minutes(5)))
        func `the delegate is asked for camera, microphone and both, with origin and frame`() async throws {
            let (page, window) = try await page()
            defer { window.close() }
            var types: [WKMediaCaptureType] = []
            for decision in [WKPermissionDecision.deny, .grant] {
                delegate.media = { type, answer in
                    types.append(type)
                    answer(decision)
                }
                let seen = [
                    try await ask(page, "{ video: true }"), try await ask(page, "{ audio: true }"),
                    try await ask(page, "{ audio: true, video: true }"),
                ]
                let granted = ["video", "audio", "audio,video"]
                #expect(seen == (decision == .grant ? granted : Array(repeating: "NotAllowedError", count: 3)))
            }
            #expect(types.prefix(3) == [.camera, .microphone, .cameraAndMicrophone])
            #expect(delegate.origins.allSatisfy { $0.host == "localhost" && $0.protocol == "http" })
            #expect(delegate.frames.allSatisfy { $0.isMainFrame && $0.webView === page.webView })
        }

        @Test(.timeLimit(.minutes(5)))
        func `prompt, no method and no delegate ask the user, whose word counts`() async throws {
            let (page, window) = try await page()
            defer { window.close() }
            delegate.media = { $1(.prompt) }
            let nobody = NobodyDelegate()
            for uiDelegate in [delegate, nobody, nil] as [(any WKUIDelegate)?] {
                page.webView.uiDelegate = uiDelegate
                for (label, seen) in [("Don’t Allow", "NotAllowedError"), ("Allow", "video")] {
                    let answer = Task { try await ask(page, "{ video: true }") }
                    try await WidgetTree.waitForButton(label)
                    #expect(WidgetTree.texts.contains("\(server.origin()) would like to use your camera."))
                    try await WidgetTree.press(label)
                    #expect(try await answer.value == seen)
                    #expect(WidgetTree.labels.isEmpty)
                    try await page.load(server.url())
                }
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `a question that nobody answers is a no when the page or the view goes`() async throws {
            let recorder = MessageRecorder()
            var (page, window): (TestPage?, WebViewWindow?) = try await page()
            page?.controller.add(recorder, name: "out")
            delegate.media = { $1(.prompt) }
            let script = "navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'yes', e => e.name)"
            try await page?.evaluate("\(script).then(x => webkit.messageHandlers.out.postMessage(x)); 0")
            try await WidgetTree.waitForButton("Allow")
            try await page?.load(server.url("/next"))
            #expect(WidgetTree.labels.isEmpty)
            #expect(!recorder.bodies.contains { $0 as? String == "yes" })
            try await page?.evaluate("\(script); 0")
            try await WidgetTree.waitForButton("Allow")
            weak let view = page?.webView
            window?.close()
            window = nil
            page = nil
            #expect(try await isReleased { view })
            #expect(WidgetTree.labels.isEmpty)
        }

        @Test(.timeLimit(.minutes(5)))
        func `a handler that is let go, and one that answers twice, are a no and the first answer`() async throws {
            let (page, window) = try await page()
            defer { window.close() }
            delegate.media = { _, _ in }
            #expect(try await ask(page, "{ video: true }") == "NotAllowedError")
            delegate.media = {
                $1(.deny)
                $1(.grant)
            }
            #expect(try await ask(page, "{ audio: true }") == "NotAllowedError")
        }

        @Test(.timeLimit(.minutes(5)))
        func `questions come one at a time, and all end with their page`() async throws {
            let (page, window) = try await page()
            defer { window.close() }
            page.webView.uiDelegate = nil
            try await page.evaluate(
                """
                navigator.geolocation.getCurrentPosition(() => 0, () => 0);
                for (let i = 0; i < 100; ++i) navigator.mediaDevices.getUserMedia({ video: true }).catch(() => 0); 0
                """)
            try await WidgetTree.waitForButton("Allow")
            try await page.call("return 0")
            #expect(WidgetTree.visibleLabels.filter { $0 == "Allow" }.count == 1)
            try await WidgetTree.press("Don’t Allow")
            try await WidgetTree.waitForButton("Allow")
            try await page.load(server.url("/next"))
            #expect(WidgetTree.labels.isEmpty)
        }

        @Test(.timeLimit(.minutes(5)))
        func `other permissions are asked of the user`() async throws {
            let (page, window) = try await page()
            defer { window.close() }
            try await page.evaluate(
                """
                window.asked = new Promise(done =>
                    navigator.geolocation.getCurrentPosition(() => done('granted'), error => done(error.code))); 0
                """)
            try await WidgetTree.waitForButton("Allow")
            #expect(WidgetTree.texts.contains("\(server.origin()) would like to know your location."))
            try await WidgetTree.press("Don’t Allow")
            #expect(try await page.call("return await asked") as? Int == 1)
            // The script waits for this answer.
            let start = Task {
                try await page.evaluate("window.asked = navigator.clipboard.readText().catch(error => error.name); 0")
                    as? Int
            }
            try await WidgetTree.waitForButton("Allow")
            #expect(WidgetTree.texts.contains("\(server.origin()) would like to read your clipboard."))
            try await WidgetTree.press("Don’t Allow")
            #expect(try await start.value == 0)
            #expect(try await page.call("return await asked") as? String == "NotAllowedError")
            #expect(delegate.log.isEmpty)
        }
    }
}
