import GawaTestSupport
import TestServer
import WebKit

/// A page of two origins with every kind of frame; each frame has told its name.
@MainActor
final class FramedPage {
    static let names = [
        "main", "same", "nested", "cross", "crossNested", "backHome", "sandboxed", "sandboxedOrigin", "srcdoc", "blank",
        "data",
        "blob", "javascript",
    ]

    let server: TestServer
    let page: TestPage
    let recorder = MessageRecorder()

    /// The frames by the name that each posted.
    private(set) var messages: [String: WKScriptMessage] = [:]

    init(configuration: WKWebViewConfiguration = TestPage.configuration()) async throws {
        let server = try TestServer()
        self.server = server
        page = TestPage(configuration: configuration)
        page.controller.add(recorder, name: "frames")
        let foreign = server.origin(host: "127.0.0.1")
        server.route(
            "/",
            .html(
                Self.html(
                    "main",
                    frames: """
                        <iframe name=same src=/same></iframe>
                        <iframe name=cross src=\(foreign)/cross></iframe>
                        <iframe name=sandboxed sandbox=allow-scripts src=/sandboxed></iframe>
                        <iframe name=sandboxedOrigin sandbox="allow-scripts allow-same-origin" src=/sandboxedOrigin></iframe>
                        <iframe name=srcdoc srcdoc="\(Self.script("srcdoc"))"></iframe>
                        <iframe name=blank></iframe>
                        <iframe name=data src="data:text/html,\(Self.script("data"))"></iframe>
                        <iframe name=blob></iframe>
                        <iframe name=javascript src="javascript:'\(Self.script("javascript").replacingOccurrences(of: "'", with: "&quot;"))'">
                        </iframe>
                        <script>
                        frames.blank.eval("webkit.messageHandlers.frames.postMessage('blank')")
                        document.querySelector('[name=blob]').src =
                            URL.createObjectURL(new Blob([`\(Self.script("blob").replacingOccurrences(of: "</", with: "<\\/"))`], { type: 'text/html' }))
                        </script>
                        """)))
        server.route("/same", .html(Self.html("same", frames: "<iframe name=nested src=/nested></iframe>")))
        server.route("/nested", .html(Self.html("nested")))
        server.route(
            "/cross",
            .html(
                Self.html(
                    "cross",
                    frames: """
                        <iframe name=crossNested src=/crossNested></iframe><iframe name=backHome src=\(server.origin())/backHome></iframe>
                        """)))
        for name in ["crossNested", "backHome", "sandboxed", "sandboxedOrigin"] {
            server.route("/" + name, .html(Self.html(name)))
        }
        try await page.load(server.url("/"))
        try await recorder.wait(count: Self.names.count)
        for message in recorder.messages { messages[message.body as? String ?? "?"] = message }
    }

    func frame(_ name: String) throws -> WKFrameInfo {
        guard let message = messages[name] else { throw TestError("No frame named \(name) has posted") }
        return message.frameInfo
    }

    func evaluate(_ script: String, in name: String, world: WKContentWorld? = nil) async throws -> Any? {
        try await page.webView.evaluateJavaScript(script, in: frame(name), contentWorld: world ?? .page)
    }

    func call(_ body: String, _ arguments: [String: Any] = [:], in name: String, world: WKContentWorld? = nil)
        async throws -> Any?
    {
        try await page.webView.callAsyncJavaScript(
            body, arguments: arguments, in: frame(name), contentWorld: world ?? .page)
    }

    private static func script(_ name: String) -> String {
        "<script>webkit.messageHandlers.frames.postMessage('\(name)')</script>"
    }

    private static func html(_ name: String, frames: String = "") -> String {
        "<!DOCTYPE html><title>\(name)</title>\(script(name))\(frames)"
    }
}

/// A reason for a test to end early.
struct TestError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
