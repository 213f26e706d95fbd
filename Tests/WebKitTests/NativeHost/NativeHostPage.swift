import GawaTestSupport
import TestServer
import Testing
import WebKit

/// A page that asks for the host `native`: what reaches the app of it, and what would have left for a network.
@MainActor
final class NativeHostPage {
    /// Where the page that asks comes from.
    enum Kind: String, CaseIterable {
        /// `http://localhost`, from a server.
        case http
        /// `https://app.example/folder/page`, from a string.
        case https
        /// `native://native/page`, from the app.
        case native
        /// A sandboxed frame without an address, in the page from the server.
        case sandboxed
        /// No address at all, from a string.
        case blank
    }

    let handler = SchemeRecorder()
    let server: TestServer
    let page: TestPage
    private let proxy: TestServer
    private var kind = Kind.http

    init(maps: Bool = true, configuration: WKWebViewConfiguration = TestPage.configuration()) throws {
        server = try TestServer()
        proxy = try TestServer { _ in .text("the network", status: 502) }
        configuration.mapsNativeHost = maps
        configuration.setURLSchemeHandler(handler, forURLScheme: "native")
        configuration.websiteDataStore.useProxy(proxy.url(host: "127.0.0.1"))
        page = TestPage(configuration: configuration)
        server.route("/page", .html("<!doctype html><p>"))
        handler.fallback = { Self.answer($0) }
    }

    /// Makes a page and loads it.
    convenience init(_ kind: Kind) async throws {
        try self.init()
        try await load(kind)
    }

    /// Shows a page of a kind, with the functions of ``library`` in it.
    func load(_ kind: Kind) async throws {
        self.kind = kind
        let html = "<!doctype html><p>"
        switch kind {
        case .http, .sandboxed: try await page.load(server.url("/page"))
        case .https: try await page.load(html: html, baseURL: makeURL("https://app.example/folder/page"))
        case .native: try await page.load(makeURL("native://native/page.html"))
        case .blank: try await page.load(html: html)
        }
        handler.reset()
    }

    /// What has reached the app since the page was loaded.
    var arrivals: [NativeHostArrival] { handler.started.map { NativeHostArrival($0.request) } }

    /// What has left for a network: each line a method and an address, as the proxy saw them.
    var departures: [String] { proxy.requests.map { "\($0.method) \($0.url.absoluteString)" } }

    /// The origin of the page that asks, as requests name it.
    var origin: String {
        switch kind {
        case .http: server.origin()
        case .https: "https://app.example"
        case .native: "native://native"
        case .sandboxed, .blank: "null"
        }
    }

    /// Runs the body of an async function in the page, or in its sandboxed frame; ``library`` is there.
    ///
    /// - Parameter arguments: What the body is given, in the page alone.
    @discardableResult
    func run(_ body: String, _ arguments: [String: Any] = [:]) async throws -> String {
        let code = Self.library + "return await limited((async () => {\n" + body + "\n})(), 15000);"
        guard kind == .sandboxed else { return try await page.call(code, arguments) as? String ?? "" }
        let result = try await page.call(
            """
            const frame = document.createElement('iframe');
            frame.sandbox = 'allow-scripts';
            frame.srcdoc = `<!doctype html><p><script>onmessage = async event => {
                const body = Object.getPrototypeOf(async () => {}).constructor(event.data);
                parent.postMessage(await body().catch(String), '*');
            }</` + 'script>';
            const loaded = new Promise(done => { frame.onload = done; });
            document.body.append(frame);
            await loaded;
            return await new Promise(done => {
                addEventListener('message', event => { if (event.source === frame.contentWindow) done(event.data); });
                frame.contentWindow.postMessage(code, '*');
            });
            """, ["code": code])
        return result as? String ?? ""
    }

    /// Waits until something has reached the app, and returns it.
    @discardableResult
    func wait(count: Int = 1) async throws -> [NativeHostArrival] {
        try await handler.wait(for: "\(count) requests") { self.handler.started.count >= count }
        return arrivals
    }

    /// How loads end that nobody answers; the engine tells an image nothing.
    static let failures: Set<Substring> = [
        "error", "TypeError", "NetworkError", "AbortError", "silence", "nothing", "false",
    ]

    /// Answers by the end of the path, and lets the asker read it.
    static func answer(_ task: any WKURLSchemeTask) {
        var headers = ["Access-Control-Expose-Headers": "X-Answer", "X-Answer": "42"]
        headers["Access-Control-Allow-Origin"] = task.request.value(forHTTPHeaderField: "Origin")
        let (type, text) =
            switch (task.path as NSString).pathExtension {
            case "html":
                (
                    "text/html",
                    "<!doctype html><script>parent.postMessage('in ' + location.href + ' ' + origin, '*')</script>"
                )
            case "js": ("text/javascript", "globalThis.scripts = (globalThis.scripts ?? 0) + 1;")
            case "mjs": ("text/javascript", "export const answer = 42;")
            case "css": ("text/css", "p { color: red }")
            case "svg": ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg' width='3' height='4'/>")
            case "events": ("text/event-stream", "data: one\n\n")
            default: ("text/plain", "the app")
            }
        task.answer(text, type: type, headers: headers)
    }

    /// Functions that make one load each and tell how it ended.
    static let library = """
        const limited = (promise, limit = 2000) =>
            Promise.race([promise, new Promise(done => setTimeout(done, limit, 'nothing'))]);
        const xhr = (url, method = 'GET', body = null, headers = {}, isAsync = true) => limited(new Promise(done => {
            const x = new XMLHttpRequest();
            x.onload = () => done([x.status, x.responseText, x.responseURL, x.getResponseHeader('x-answer')].join());
            x.onerror = () => done('error');
            x.open(method, url, isAsync);
            for (const name in headers) x.setRequestHeader(name, headers[name]);
            try { x.send(body); } catch (error) { done(error.name); }
            // The engine throws nothing for a synchronous request that it blocks.
            if (!isAsync) done('silence');
        }));
        const get = (url, options) => fetch(url, options).then(
            async a => [a.status, await a.text(), a.url, a.type, a.headers.get('x-answer')].join(), error => error.name);
        const element = (tag, properties) => limited(new Promise(done => {
            const e = document.createElement(tag);
            e.onload = () => done('load');
            e.onerror = () => done('error');
            Object.assign(e, properties);
            document.body.append(e);
        }));
        const events = url => limited(new Promise(done => {
            const source = new EventSource(url);
            source.onmessage = event => { source.close(); done([event.data, source.url].join()); };
            source.onerror = () => { source.close(); done('error'); };
        }));
        const socket = url => limited(new Promise(done => {
            try {
                const socket = new WebSocket(url);
                socket.onopen = () => done('open');
                socket.onerror = () => done('error');
            } catch (error) { done(error.name); }
        }));
        const worker = code => limited(new Promise(done => {
            const text = 'const run = async () => {' + code + '}; run().catch(String).then(postMessage)';
            const worker = new Worker(URL.createObjectURL(new Blob([text])));
            worker.onmessage = event => { worker.terminate(); done(event.data); };
            worker.onerror = event => done('error ' + event.message);
        }));

        """
}
