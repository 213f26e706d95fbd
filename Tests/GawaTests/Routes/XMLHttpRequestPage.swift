import GawaTestSupport
import TestServer
import Testing
import WebKit

@testable import Gawa

/// A page that runs the scripts of the table, once against a server of another origin and once against the app.
@MainActor
struct XMLHttpRequestPage {
    private let own: TestServer
    private let other: TestServer
    private let page: TestPage
    /// An address at which nobody listens.
    private let refused: String

    init() async throws {
        own = try TestServer { _ in .html("<!doctype html><meta charset=utf-8><title>Requests</title>") }
        other = try TestServer { request in
            let isInAdvance = request.method == "OPTIONS" && request[header: "Access-Control-Request-Method"] != nil
            guard !isInAdvance else { return TestServer.Response(inAdvance: request) }
            return TestServer.Response(await ComparedAnswer.to(ComparedRequest(request)), to: request)
        }
        let closed = try TestServer()
        refused = closed.url(ComparedRequest.root).absoluteString
        closed.stop()

        let configuration = TestPage.configuration()
        let routes = NativeRoutes(allowing: .origins([own.origin()]))
        routes.onDiagnostic = { _ in }
        let pattern = "\(ComparedRequest.root)/*path"
        let handler: NativeRoutes.Handler = { request in
            let request = ComparedRequest(request)
            return request.path == "/broken" ? .broken : RouteResponse(await ComparedAnswer.to(request))
        }
        routes.get(pattern, handler: handler)
        routes.on("POST", "PUT", "PATCH", "DELETE", "MINE", at: pattern, handler: handler)
        routes.install(in: configuration)
        page = try await TestPage(url: own.url(), configuration: configuration)
    }

    /// Runs a script.
    ///
    /// - Parameter place: Where it asks the app; nil has it ask the server.
    /// - Returns: The lines that it wrote.
    func lines(of one: XMLHttpRequestCase, at place: XMLHttpRequestPlace?) async throws -> [String] {
        let base = (place?.rawValue ?? other.origin()) + ComparedRequest.root
        let broken = (place == nil ? refused : base) + "/broken"
        let result = try await page.call(
            "\(Self.functions)\nreturn await limited(async () => {\n\(one.script)\n});",
            ["base": base, "broken": broken])
        return try #require(result as? [String])
    }

    /// What the scripts use.
    private static let functions = #"""
        const lines = [];
        const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
        const sample = (bytes) => {
            let sum = 0;
            for (let index = 0; index < bytes.length; index += 9973) sum = (sum * 31 + bytes[index]) % 1000003;
            return `${bytes.length} bytes, ${sum}`;
        };
        const show = (value) => {
            if (value instanceof ArrayBuffer) return `ArrayBuffer(${hex(value)})`;
            if (value instanceof Blob) return `Blob(${value.size} ${value.type})`;
            if (value instanceof Document) {
                return `${value.constructor.name}(${value.contentType} ${value.documentElement?.outerHTML})`;
            }
            return value === undefined ? 'undefined' : JSON.stringify(value);
        };
        const log = (label, ...values) => { lines.push(`${label}: ${values.map(show).join(' ')}`); };
        const attempt = (label, body) => {
            try { log(label, body()); } catch (error) { lines.push(`${label}: throws ${error.name}`); }
        };
        // What the other side says of the request that it got.
        const told = (label, x) => { for (const line of x.responseText.split('\n')) lines.push(`${label}, ${line}`); };
        const facts = (label, x) => {
            log(label, x.readyState, x.status, x.statusText, x.responseURL, x.response, x.getAllResponseHeaders());
        };
        const at = (path) => base + path;
        const query = (items) => items.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
        // An address whose answer is what the parts say.
        const answer = ({ status = 200, type = 'text/plain; charset=utf-8', text, bytes, headers = [] }) => at(
            '/answer?' + query([
                ['status', status], ...(type === null ? [] : [['type', type]]),
                ...(text === undefined ? [] : [['text', text]]), ...(bytes === undefined ? [] : [['hex', bytes]]),
                ...headers.map(([name, value]) => ['header', `${name}:${value}`]),
            ]));
        const open = (url, method = 'GET', isAsync = true) => {
            const x = new XMLHttpRequest();
            x.open(method, url, isAsync);
            return x;
        };
        // Sends, and waits for the end.
        const send = (x, body) => new Promise((resolve) => {
            x.addEventListener('loadend', () => resolve(x), { once: true });
            x.send(body);
        });
        const reached = (x, state) => new Promise((resolve) => {
            x.addEventListener('readystatechange', () => { if (x.readyState === state) resolve(x); });
        });
        const kinds = ['loadstart', 'progress', 'load', 'error', 'abort', 'timeout', 'loadend'];
        // The names of events as they come. How many pieces there are is the network's to say: of several events with
        // state 3, and of several with progress, the first counts.
        const watch = (x, seen = []) => {
            const add = (name) => { if (!/3|progress/.test(name) || !seen.includes(name)) seen.push(name); };
            x.addEventListener('readystatechange', () => add(`state ${x.readyState}`));
            for (const kind of kinds) {
                x.addEventListener(kind, () => add(kind));
            }
            return seen;
        };
        const watchUpload = (x, seen) => {
            for (const kind of kinds) {
                x.upload.addEventListener(kind, () => {
                    if (kind !== 'progress' || !seen.includes('upload progress')) seen.push(`upload ${kind}`);
                });
            }
            return seen;
        };
        const limited = async (body) => {
            let timer;
            const limit = new Promise((_, reject) => {
                timer = setTimeout(() => reject(new Error('The script took over 20 seconds')), 20000);
            });
            try {
                await Promise.race([body(), limit]);
            } finally {
                clearTimeout(timer);
            }
            return lines.map((line) => line.replaceAll(broken, 'BROKEN').replaceAll(base, 'BASE').replaceAll(origin, 'ORIGIN'));
        };
        """#
}
