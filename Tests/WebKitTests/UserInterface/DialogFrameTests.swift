import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Which frame a dialog comes from: the web-process module tells, and no page can.
@MainActor @Suite(.serialized)
struct DialogFrameTests {
    private let delegate = UIRecorder()

    /// Shows a page and its frames; every one shows a dialog with its name.
    private func page(_ html: String, routes: [String: String] = [:]) async throws -> (TestPage, TestServer) {
        let server = try TestServer()
        let fill = { (text: String) in
            TestServer.Response.html(text.replacing("$CROSS", with: server.origin(host: "127.0.0.1")))
        }
        server.route("/", fill(html))
        for (path, text) in routes { server.route(path, fill(text)) }
        let page = TestPage()
        page.webView.uiDelegate = delegate
        try await page.load(server.url("/"))
        return (page, server)
    }

    private func frame(_ log: String) throws -> WKFrameInfo {
        try delegate.frames[#require(delegate.log.firstIndex(of: log), "\(delegate.log)")]
    }

    @Test func `BR-123: dialogs of every kind of frame come with that frame's facts`() async throws {
        let (page, server) = try await page(
            """
            <script>alert('main'); onmessage = event => alert(event.data)</script>
            <iframe src=/same></iframe><iframe src=$CROSS/cross></iframe>
            <iframe sandbox="allow-scripts allow-modals" src=/sandboxed></iframe>
            <iframe srcdoc="<script>alert('srcdoc')</script>"></iframe>
            <iframe src="data:text/html,<script>alert('data')</script>"></iframe>
            <iframe name=blank></iframe><script>frames.blank.alert('blank'); confirm('main again')</script>
            """,
            routes: [
                "/same": "<script>alert('same')</script>",
                "/cross": "<script>confirm('cross'); prompt('cross', location.host)</script>",
                "/sandboxed": "<script>alert('sandboxed')</script>",
            ])
        try await delegate.wait(count: 9)
        let port = server.port
        let expected: [(String, isMain: Bool, host: String, path: String)] = [
            ("alert: main", true, "localhost", "/"), ("alert: same", false, "localhost", "/same"),
            ("confirm: cross", false, "127.0.0.1", "/cross"),
            ("prompt: cross, 127.0.0.1:\(port)", false, "127.0.0.1", "/cross"),
            ("alert: sandboxed", false, "", "/sandboxed"), ("alert: srcdoc", false, "localhost", "srcdoc"),
            ("alert: blank", false, "localhost", "blank"), ("confirm: main again", true, "localhost", "/"),
        ]
        for (log, isMain, host, path) in expected {
            let frame = try frame(log)
            #expect(frame.isMainFrame == isMain, "\(log)")
            #expect(frame.securityOrigin.host == host, "\(log)")
            #expect(frame.request.url?.absoluteString.hasSuffix(path) == true, "\(log)")
            #expect(frame.webView === page.webView)
        }
        #expect(try frame("alert: data").securityOrigin.host.isEmpty)
        // The frame can be evaluated in.
        let cross = try frame("confirm: cross")
        #expect(
            try await page.webView.evaluateJavaScript("location.pathname", in: cross, contentWorld: .page) as? String
                == "/cross")
    }

    @Test func `a page cannot make its dialogs another frame's`() async throws {
        let (page, _) = try await page(
            "<iframe src=$CROSS/cross></iframe>",
            routes: [
                "/cross": """
                <script>
                const attempts = [
                    () => alert('plain'),
                    () => { const f = document.body.appendChild(document.createElement('iframe')); f.contentWindow.alert('child'); },
                    () => { delete window.alert; const f = document.body.appendChild(document.createElement('iframe'));
                        f.contentWindow.alert.call(window, 'borrowed'); f.contentWindow.alert.call(top, 'top'); },
                    () => { Reflect.apply = () => 0; Function.prototype.call = Function.prototype.apply = () => 0; confirm('spoilt'); },
                    () => { Array.prototype[Symbol.iterator] = null; confirm('iterator'); },
                    () => { confirm({ toString() { alert2('inner'); return 'outer'; } }); },
                    () => { const deep = () => { try { deep() } catch { confirm('deep') } }; deep(); },
                    () => { try { confirm({ toString() { throw 1 } }) } catch {} confirm('after a throw'); },
                ];
                onload = () => { const alert2 = window.alert; window.alert2 = alert2;
                    for (const attempt of attempts) try { attempt() } catch (error) { confirm('failed ' + error) } };
                </script>
                """
            ])
        try await delegate.wait(count: 6)
        try await page.call("return 0")
        for (log, frame) in zip(delegate.log, delegate.frames) {
            #expect(!frame.isMainFrame, "\(log)")
            #expect(frame.securityOrigin.host != "localhost", "\(log)")
        }
        #expect(delegate.log.contains("confirm: spoilt"))
        #expect(delegate.log.contains("confirm: after a throw"))
        // The main frame's own are still its own.
        try await page.evaluate("alert('mine'); 0")
        let mine = try frame("alert: mine")
        #expect(mine.isMainFrame)
        #expect(mine.securityOrigin.host == "localhost")
    }

    @Test func `an opaque main frame's dialog has no origin`() async throws {
        let page = try await TestPage(html: "<iframe></iframe><p>")
        page.webView.uiDelegate = delegate
        try await page.evaluate("alert('main'); 0")
        #expect(delegate.frames.last?.isMainFrame == true)
        #expect(delegate.frames.last?.securityOrigin.host == "")
    }

    @Test func `a blank window's dialog has the origin of its opener`() async throws {
        let windows = WindowRecorder()
        let (page, _) = try await page("<p>")
        let inner = delegate
        windows.make = { configuration, _ in
            let view = WKWebView(frame: .zero, configuration: configuration)
            Task { view.uiDelegate = inner }
            return view
        }
        page.webView.uiDelegate = windows
        try await page.evaluate("window.w = open('about:blank'); 0")
        try await page.evaluate("w.confirm('blank'); 0")
        #expect(delegate.log == ["confirm: blank"])
        #expect(delegate.frames.first?.securityOrigin.host == "localhost")
        #expect(delegate.frames.first?.isMainFrame == true)
        #expect(delegate.frames.first?.webView === windows.views.first)
    }

    @Test func `worlds of the app show dialogs of their frames too`() async throws {
        let (page, _) = try await page("<p>")
        _ = try await page.webView.evaluateJavaScript("confirm('world')", contentWorld: .world(name: "dialogs"))
        #expect(delegate.frames.last?.securityOrigin.host == "localhost")
        #expect(delegate.frames.last?.isMainFrame == true)
    }

    @Test func `the functions look like the engine's own`() async throws {
        let (page, _) = try await page("<p>")
        let looks = try await page.call(
            """
            return ['alert', 'confirm', 'prompt'].map(name => {
                const found = Object.getOwnPropertyDescriptor(window, name);
                return [String(window[name]).includes('[native code]'), window[name].length, window[name].name,
                    found.writable && found.enumerable && found.configurable, 'prototype' in window[name]].join();
            })
            """)
        #expect(
            looks as? [String]
                == ["alert", "confirm", "prompt"].map {
                    "true,0,\($0),true,false"
                })
    }
}
