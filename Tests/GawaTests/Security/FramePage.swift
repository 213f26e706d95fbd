import Foundation
import Gawa
import GawaTestSupport
import TestServer

/// A page with a bridge whose scripts make frames and run code in them.
@MainActor
final class FramePage {
    let page: BridgedTestPage
    let other: TestServer

    /// Frames answer messages with what the code in them made; the page has `make` for a frame and `ask` for a question.
    private static let agent = """
        <!doctype html><script>
        globalThis.errors = [];
        addEventListener('error', event => errors.push(event.message));
        addEventListener('message', async ({ data, source }) => {
            if (data.code === undefined) return;
            let answer;
            try { answer = await (0, eval)('(async () => {' + data.code + '})()') }
            catch (error) { answer = 'thrown ' + [error.name, error.code, error.message].join('|') }
            source.postMessage({ number: data.number, answer: String(answer) }, '*');
        });
        parent.postMessage({ ready: true }, '*');
        </script>
        """

    /// Passes messages on, down and up.
    private static let relay = """
        <!doctype html><script>
        addEventListener('message', ({ data, source }) =>
            (source === parent ? frames[0] : parent).postMessage(data, '*'));
        </script><iframe src="/agent"></iframe>
        """

    private static let maker = """
        globalThis.make = attributes => new Promise(resolve => {
            const frame = document.createElement('iframe');
            for (const name in attributes) frame.setAttribute(name, attributes[name]);
            addEventListener('message', function listen(event) {
                if (event.source !== frame.contentWindow || !event.data.ready) return;
                removeEventListener('message', listen);
                resolve(frame);
            });
            document.body.append(frame);
        });
        let number = 0;
        globalThis.ask = (frame, code) => new Promise(resolve => {
            const own = ++number;
            addEventListener('message', function listen(event) {
                if (event.data.number !== own) return;
                removeEventListener('message', listen);
                resolve(event.data.answer);
            });
            frame.contentWindow.postMessage({ number: own, code }, '*');
        });
        """

    init<each Service: BridgeService>(
        _ services: repeat each Service, frames: BridgePolicy.Frames, limits: BridgeLimits = BridgeLimits()
    ) async throws {
        other = try TestServer { _ in .html(Self.agent) }
        page = try await BridgedTestPage(
            repeat each services, html: "<!doctype html><body><script>\(Self.maker)</script>", frames: frames,
            limits: limits)
        page.server.route("/agent", .html(Self.agent))
        page.server.route("/relay", .html(Self.relay))
    }

    /// How each kind of frame is made. Some are of origins that no policy allows.
    enum Kind: String, CaseIterable, Sendable {
        case sameOrigin, nestedSameOrigin, otherName, otherPort, sandboxed, sandboxedWithOrigin, sourceDocument
        case sandboxedSourceDocument, data
    }

    private func attributes(of kind: Kind) -> [String: String] {
        let agent = page.server.url("/agent").absoluteString
        return switch kind {
        case .sameOrigin: ["src": agent]
        case .nestedSameOrigin: ["src": page.server.url("/relay").absoluteString]
        case .otherName: ["src": page.server.url("/agent", host: "127.0.0.1").absoluteString]
        case .otherPort: ["src": other.url().absoluteString]
        case .sandboxed: ["src": agent, "sandbox": "allow-scripts"]
        case .sandboxedWithOrigin: ["src": agent, "sandbox": "allow-scripts allow-same-origin"]
        case .sourceDocument: ["srcdoc": Self.agent]
        case .sandboxedSourceDocument: ["srcdoc": Self.agent, "sandbox": "allow-scripts"]
        case .data: ["src": "data:text/html;base64," + Data(Self.agent.utf8).base64EncodedString()]
        }
    }

    /// Runs the body of an async function in a frame of a kind, and returns what it returns as text.
    func run(_ code: String, in kind: Kind) async throws -> String {
        try await page.run(
            """
            const frame = await make(attributes);
            const answer = await ask(frame, code);
            frame.remove();
            return answer;
            """, ["attributes": attributes(of: kind), "code": code]) as? String ?? "no text"
    }
}
