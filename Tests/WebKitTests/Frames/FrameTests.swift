import GawaTestSupport
import TestServer
import Testing
import WebKit

/// What a message says of the frame that it came from.
@MainActor
@Suite(.serialized)
struct FrameTests {
    /// The facts of a frame, as one text.
    private func facts(_ frame: WKFrameInfo) -> String {
        let origin = frame.securityOrigin
        return "\(frame.isMainFrame ? "main " : "")\(frame.request.url?.absoluteString ?? "none") "
            + "\(origin.protocol)|\(origin.host)|\(origin.port)"
    }

    @Test func `fo-child-posts, BR-059: every kind of frame is known by its address and its own origin`() async throws {
        let framed = try await FramedPage()
        let (home, port) = (framed.server.origin(), framed.server.port)
        let foreign = framed.server.origin(host: "127.0.0.1")
        let (homeOrigin, foreignOrigin) = ("http|localhost|\(port)", "http|127.0.0.1|\(port)")
        let expected = [
            "main": "main \(home)/ \(homeOrigin)", "same": "\(home)/same \(homeOrigin)",
            "nested": "\(home)/nested \(homeOrigin)",
            "cross": "\(foreign)/cross \(foreignOrigin)", "crossNested": "\(foreign)/crossNested \(foreignOrigin)",
            "backHome": "\(home)/backHome \(homeOrigin)", "sandboxed": "\(home)/sandboxed ||0",
            "sandboxedOrigin": "\(home)/sandboxedOrigin \(homeOrigin)", "srcdoc": "about:srcdoc \(homeOrigin)",
            "blank": "about:blank \(homeOrigin)", "javascript": "about:blank \(homeOrigin)",
        ]
        for (name, text) in expected { #expect(facts(try framed.frame(name)) == text, "\(name)") }
        let data = try framed.frame("data")
        #expect(data.request.url?.absoluteString.hasPrefix("data:text/html,") == true)
        #expect(facts(data).hasSuffix(" ||0"))
        let blob = try framed.frame("blob")
        #expect(blob.request.url?.absoluteString.hasPrefix("blob:\(home)/") == true)
        #expect(facts(blob).hasSuffix(" \(homeOrigin)"))
        for message in framed.recorder.messages {
            #expect(message.webView === framed.page.webView)
            #expect(message.frameInfo.webView === framed.page.webView)
            #expect(message.world === WKContentWorld.page)
            #expect(message.name == "frames")
        }
    }

    @Test func `mh-message-frameinfo-main, BR-059: what the page says in its own words changes no fact`() async throws {
        let framed = try await FramedPage()
        let count = framed.recorder.messages.count
        let spoof = """
            Object.defineProperty(window, 'origin', { value: '\(framed.server.origin())' })
            history.replaceState(null, '', '/\u{65}lsewhere#\(framed.server.origin())/')
            const fake = { name: 'main', frameInfo: { isMainFrame: true }, origin: '\(framed.server.origin())' }
            webkit.messageHandlers.frames.postMessage(fake)
            """
        _ = try await framed.call(spoof, in: "cross")
        let message = try await framed.recorder.wait(count: count + 1)[count]
        #expect(!message.frameInfo.isMainFrame)
        #expect(message.frameInfo.securityOrigin.host == "127.0.0.1")
        #expect(
            message.frameInfo.request.url
                == framed.server.url("/elsewhere#\(framed.server.origin())/", host: "127.0.0.1"))
    }

    @Test func `BR-058: a reply goes to the frame that asked, and a refusal too`() async throws {
        final class MainOnly: NSObject, WKScriptMessageHandlerWithReply {
            func userContentController(
                _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
            ) async -> (Any?, String?) {
                message.frameInfo.isMainFrame ? (message.body, nil) : (nil, "frame not allowed")
            }
        }
        final class Echo: NSObject, WKScriptMessageHandlerWithReply {
            func userContentController(
                _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
            ) async -> (Any?, String?) {
                (message.body, nil)
            }
        }
        let framed = try await FramedPage()
        framed.page.controller.addScriptMessageHandler(Echo(), contentWorld: .page, name: "echo")
        framed.page.controller.addScriptMessageHandler(MainOnly(), contentWorld: .page, name: "mainOnly")
        for name in FramedPage.names {
            let echo = await outcome {
                try await framed.call("return webkit.messageHandlers.echo.postMessage(name)", ["name": name], in: name)
            }
            #expect(echo == "\"\(name)\"")
            let refusal = await outcome {
                try await framed.call("return webkit.messageHandlers.mainOnly.postMessage(1)", in: name)
            }
            #expect(refusal == (name == "main" ? "1" : "error 4: Error: frame not allowed"), "\(name)")
        }
    }

    @Test func `mh-same-origin-blank-frame-ok, BR-061: frames of every kind come and go without an error of ours`()
        async throws
    {
        let errors = MessageRecorder()
        let configuration = TestPage.configuration()
        configuration.userContentController.add(errors, name: "errors")
        configuration.userContentController.addUserScript(
            WKUserScript(
                source: """
                    for (const kind of ['error', 'unhandledrejection', 'securitypolicyviolation'])
                        addEventListener(kind, e => webkit.messageHandlers.errors.postMessage(kind + ': ' + (e.message ?? e.reason)))
                    const log = console.error
                    console.error = (...all) => { webkit.messageHandlers.errors.postMessage('console: ' + all); log(...all) }
                    """, injectionTime: .atDocumentStart, forMainFrameOnly: false))
        let framed = try await FramedPage(configuration: configuration)
        let body = """
            const kinds = [{}, { srcdoc: '<p>' }, { src: 'data:text/html,<p>' }, { sandbox: '', src: '/nested' },
                { sandbox: 'allow-scripts', src: '/nested' }, { src: '/nested' }, { src: '/nosuch' }, { src: 'about:blank' }]
            for (let round = 0; round < 5; ++round) {
                for (const kind of kinds) {
                    const kept = Object.assign(document.createElement('iframe'), kind)
                    const removed = Object.assign(document.createElement('iframe'), kind)
                    const loaded = new Promise(done => { kept.onload = done })
                    document.body.append(kept, removed)
                    removed.remove()
                    await loaded
                    const late = Object.assign(document.createElement('iframe'), kind)
                    document.body.append(late)
                    await null
                    late.remove()
                    kept.remove()
                }
            }
            return 'done'
            """
        #expect(try await framed.page.call(body) as? String == "done")
        #expect(errors.bodies.isEmpty, "\(errors.bodies)")
        // The recorder does record.
        try await framed.page.evaluate("setTimeout(() => { throw new Error('ours') })")
        #expect(try await errors.wait(count: 1).first?.body as? String == "error: Error: ours")
    }

    @Test func `BR-063: user scripts of the main frame run once, others in every frame, with a document`() async throws
    {
        let configuration = TestPage.configuration()
        let recorder = MessageRecorder()
        configuration.userContentController.add(recorder, name: "counts")
        for isMainOnly in [true, false] {
            configuration.userContentController.addUserScript(
                WKUserScript(
                    source:
                        "webkit.messageHandlers.counts.postMessage([\(isMainOnly), !!document.documentElement, location.href])",
                    injectionTime: .atDocumentStart, forMainFrameOnly: isMainOnly))
        }
        let server = try TestServer()
        server.route("/", .html("<iframe src=/a></iframe>"))
        server.route("/a", .html("<iframe src=/b></iframe>"))
        server.route("/b", .html("<p>"))
        let page = try await TestPage(url: server.url(), configuration: configuration)
        // The load event comes after those of the frames, so all have run.
        #expect(try await page.evaluate("frames[0].frames[0].document.readyState") as? String == "complete")
        let bodies = recorder.bodies.compactMap { $0 as? [Any] }
        #expect(bodies.filter { $0[0] as? Bool == true }.count == 1)
        #expect(bodies.filter { $0[0] as? Bool == false }.count == 3)
        #expect(bodies.allSatisfy { $0[1] as? Bool == true })
        for message in recorder.messages {
            let href = (message.body as? [Any])?[2] as? String
            #expect(message.frameInfo.request.url?.absoluteString == href)
            #expect(message.frameInfo.isMainFrame == (href == server.url().absoluteString))
        }
    }
}
