import CGLib
import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Cameras and microphones, and the other permissions that pages ask for.
@MainActor @Suite(.serialized)
struct MediaCaptureTests {
    private let delegate = UIRecorder()
    private let server: TestServer

    init() throws {
        server = try TestServer { _ in .html("<p>") }
    }

    private func page() async throws -> TestPage {
        let page = TestPage()
        setMockDevices(page.webView)
        page.webView.uiDelegate = delegate
        // Devices are for secure contexts: localhost is one.
        try await page.load(server.url())
        return page
    }

    private func setMockDevices(_ webView: WKWebView) {
        var settings = GValue()
        g_value_init(&settings, g_object_get_type())
        let view = webView.widget.assumingMemoryBound(to: GObject.self)
        g_object_get_property(view, "settings", &settings)
        var yes = GValue()
        g_value_init(&yes, GType(5 << 2))
        g_value_set_boolean(&yes, 1)
        let object = g_value_get_object(&settings)?.assumingMemoryBound(to: GObject.self)
        for name in ["enable-media-stream", "enable-mock-capture-devices"] {
            g_object_set_property(object, name, &yes)
        }
        g_value_unset(&settings)
    }

    private func ask(_ page: TestPage, _ constraints: String) async throws -> String? {
        try await page.call(
            """
            try { return (await navigator.mediaDevices.getUserMedia(\(constraints))).getTracks().map(t => t.kind).sort().join() }
            catch (error) { return error.name }
            """) as? String
    }

    @Test func `the delegate is asked for camera, microphone and both, with origin and frame`() async throws {
        let page = try await page()
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
            #expect(
                seen == (decision == .grant ? ["video", "audio", "audio,video"] : Array(repeating: "NotAllowedError", count: 3)))
        }
        #expect(types.prefix(3) == [.camera, .microphone, .cameraAndMicrophone])
        #expect(delegate.origins.allSatisfy { $0.host == "localhost" && $0.protocol == "http" })
        #expect(delegate.frames.allSatisfy { $0.isMainFrame && $0.webView === page.webView })
    }

    @Test func `prompt, and no delegate, are a no when nobody can be asked`() async throws {
        let page = try await page()
        delegate.media = { $1(.prompt) }
        #expect(try await ask(page, "{ video: true }") == "NotAllowedError")
        page.webView.uiDelegate = nil
        #expect(try await ask(page, "{ video: true }") == "NotAllowedError")
        let nobody = NobodyDelegate()
        page.webView.uiDelegate = nobody
        #expect(try await ask(page, "{ audio: true }") == "NotAllowedError")
    }

    @Test func `a handler that is let go, and one that answers twice, are a no and the first answer`() async throws {
        let page = try await page()
        delegate.media = { _, _ in }
        #expect(try await ask(page, "{ video: true }") == "NotAllowedError")
        delegate.media = { $1(.deny); $1(.grant) }
        #expect(try await ask(page, "{ video: true }") == "NotAllowedError")
    }

    @Test func `a request that is open when the view goes is no harm`() async throws {
        var kept: (@MainActor @Sendable (WKPermissionDecision) -> Void)?
        delegate.media = { kept = $1 }
        weak var view: WKWebView?
        do {
            let page = try await page()
            view = page.webView
            try await page.evaluate("navigator.mediaDevices.getUserMedia({ video: true }); 0")
            try await delegate.wait(count: 1)
        }
        #expect(try await isReleased { view })
        kept?(.grant)
    }

    @Test func `other permissions are denied when nobody can be asked`() async throws {
        let page = try await page()
        let place = try await page.call(
            "return await new Promise(done => navigator.geolocation.getCurrentPosition(() => done('granted'), e => done(e.code)))")
        #expect(place as? Int == 1)
        try await page.evaluate("window.asked = Notification.requestPermission(); 0")
        #expect(try await page.call("return await asked") as? String == "denied")
        #expect(delegate.log.isEmpty)
    }
}
