import Foundation
import GawaTestSupport
import TestServer
import WebKit

/// Two servers and a view for hostile pages, with a handler in the page's world and one in the app's.
///
/// The main frame is the attacker's: scripts get helpers to make frames of every kind and to run code in them. The
/// handlers answer with what they were told, so that a page sees whose answer it got.
@MainActor
final class HostileSite {
    let server: TestServer
    let otherPort: TestServer
    let page: TestPage

    /// What arrived, one line a message: `main|sub origin path world handler body`.
    private(set) var facts: [String] = []

    /// The frames of the messages that arrived.
    private(set) var frames: [WKFrameInfo] = []

    private let waiter = Waiter()

    init() throws {
        server = try TestServer()
        otherPort = try TestServer()
        page = TestPage()
        for server in [server, otherPort] {
            server.route("/", .html("<!DOCTYPE html><body><script>\(Self.helpers)</script>"))
            server.route("/agent", .html("<!DOCTYPE html><body><script>\(Self.agent)</script>"))
            server.route("/empty", .html("<!DOCTYPE html><body>"))
        }
        let handler = ReplyingHandler { [weak self] message, reply in
            reply(self?.receive(message), nil)
        }
        page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "h")
        page.controller.addScriptMessageHandler(handler, contentWorld: .defaultClient, name: "secret")
    }

    /// Writes a message down; what it says is also the answer.
    func receive(_ message: WKScriptMessage) -> String {
        let line = fact(message)
        facts.append(line)
        frames.append(message.frameInfo)
        waiter.notify()
        return line
    }

    private func fact(_ message: WKScriptMessage) -> String {
        let frame = message.frameInfo
        let origin = frame.securityOrigin
        let place = origin.host.isEmpty ? "opaque" : name(of: origin)
        let url = frame.request.url?.absoluteString ?? "none"
        let world = message.world === WKContentWorld.page ? "page" : "client"
        let body = message.body as? String ?? Self.text(message.body)
        return [frame.isMainFrame ? "main" : "sub", place, shorten(url), world, message.name, body]
            .joined(separator: " ")
    }

    /// A value as text, whatever type its numbers have.
    static func text(_ value: Any?) -> String {
        valueText(value).replacing(/\b[a-zA-Z]:(-?\d)/) { $0.1 }
    }

    private func name(of origin: WKSecurityOrigin) -> String {
        let port = origin.port == server.port ? "" : origin.port == otherPort.port ? ":other" : ":\(origin.port)"
        return (origin.protocol == "http" ? "" : origin.protocol + "://") + origin.host + port
    }

    private func shorten(_ url: String) -> String {
        for host in ["localhost", "127.0.0.1", "[::1]"] {
            for server in [server, otherPort] where url.hasPrefix(server.origin(host: host)) {
                return String(url.dropFirst(server.origin(host: host).count))
            }
        }
        return url.split(separator: ":").first.map { $0 + ":" } ?? url
    }

    // MARK: Running

    /// Loads the attacker's page into the main frame.
    func load() async throws {
        try await page.load(server.url())
        forget()
    }

    /// Runs the body of an async function in the main frame, with the helpers and the two servers' origins.
    func run(_ script: String) async throws -> Any? {
        try await page.call(
            "const other = '\(otherPort.origin())', port = \(server.port);\n" + script, ["origin": server.origin()])
    }

    func waitForFacts(count: Int) async throws {
        try await waiter.wait(for: "\(count) messages") { self.facts.count >= count }
    }

    func forget() {
        facts.removeAll()
        frames.removeAll()
    }

    /// Posts and evaluates in both worlds: what a page that was attacked, or attacked itself, must still be able to do.
    func normalTraffic() async throws -> [String] {
        forget()
        _ = try await page.call("return await webkit.messageHandlers.h.postMessage('still here')")
        let answer = try await page.webView.callAsyncJavaScript(
            "return [await webkit.messageHandlers.secret.postMessage(text), text]", arguments: ["text": "and here"],
            contentWorld: .defaultClient)
        return facts + [(answer as? [String])?.last ?? "no answer"]
    }

    static let expectedTraffic = [
        "main localhost / page h still here", "main localhost / client secret and here", "and here",
    ]
}

// MARK: Scripts

extension HostileSite {
    /// Runs what other frames ask for, and tells its parent that it is there.
    static let agent = """
        addEventListener('message', async event => {
            if (typeof event.data.code !== 'string') return;
            let result;
            try { result = await (0, eval)('(async () => {' + event.data.code + '})()'); }
            catch (error) { result = 'error:' + error.name; }
            event.source.postMessage({ answer: event.data.number, result }, '*');
        });
        parent.postMessage({ ready: true }, '*');
        """

    /// `make` gives a frame whose agent is there; `ask` runs code in it, wherever it comes from.
    private static let helpers = """
        const agent = \(json(agent));
        var agentPage = '<!DOCTYPE html><body><script>' + agent + '</' + 'script>';
        let lastNumber = 0;
        const asked = new Map();
        const ready = new Map();
        addEventListener('message', event => {
            if (event.data.ready) ready.get(event.source)?.();
            if (event.data.answer) asked.get(event.data.answer)?.(event.data.result);
        });
        function ask(frame, code) {
            return new Promise(resolve => {
                asked.set(++lastNumber, resolve);
                frame.contentWindow.postMessage({ number: lastNumber, code }, '*');
            });
        }
        function whenReady(frame) {
            return new Promise(resolve => ready.set(frame.contentWindow, resolve));
        }
        async function make(attributes, document = window.document) {
            const frame = document.createElement('iframe');
            for (const name in attributes) frame.setAttribute(name, attributes[name]);
            // The page in it may be ready before its load is over, whose event would be taken for that of the next.
            const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
            document.body.append(frame);
            await whenReady(frame);
            await loaded;
            return frame;
        }
        async function outcome(action) {
            try { return await action(); } catch (error) { return 'error:' + error.name; }
        }
        """

    /// A text as a JavaScript literal that may stand in a script element.
    private static func json(_ text: String) -> String {
        let data = (try? JSONEncoder().encode(text)) ?? Data()
        return String(decoding: data, as: UTF8.self).replacingOccurrences(of: "</", with: "<\\/")
    }
}
