import Foundation
import Gawa
import GawaTestSupport
import GawaWebKit
import TestServer

/// Routes, a view, and documents of others in it that ask for the routes in every way there is.
@MainActor
final class RouteAttack {
    /// What a request asked for, and what was made of it.
    struct Arrival: Hashable {
        let base: String
        let way: String
    }

    /// Where the routes are, as pages write it.
    nonisolated static let bases = ["http://native", "native://native", "native://http.native"]

    let server: TestServer
    let routes: NativeRoutes
    let page: TestPage
    let notes = RouteNotes()
    let opener = WindowOpener()
    private let proxy: TestServer
    /// The requests that the policy refused.
    private(set) var refused: Set<Arrival> = []

    init() async throws {
        server = try TestServer()
        proxy = try TestServer { _ in .text("the network", status: 502) }
        routes = NativeRoutes(allowing: .origins([server.origin()]))
        let configuration = TestPage.configuration()
        configuration.websiteDataStore.useProxy(proxy.url(host: "127.0.0.1"))
        routes.install(in: configuration)
        page = TestPage(configuration: configuration)
        page.webView.uiDelegate = opener
        addRoutes()
        addPages()
        routes.onDiagnostic = { [weak self] in
            if case .refused(_, let url) = $0, let arrival = Self.arrival(url) { self?.refused.insert(arrival) }
        }
    }

    private func addRoutes() {
        let notes = notes
        routes.on("GET", "POST", "PUT", "DELETE", "PATCH", at: "secret/*what") { request in
            let asker = request.origin?.description ?? "nobody"
            await notes.note("\(request.method) \(request.url.absoluteString) of \(asker)")
            return .data(Data(RouteAttack.secret.utf8), type: "text/javascript")
        }
        routes.get("shown/*what", isEmbeddable: true) { request in
            await notes.note("shown by \(request.method)")
            return .data(Data(RouteAttack.secret.utf8), type: "text/javascript")
        }
        routes.on("POST", "PUT", at: "shown/*what") { request in
            await notes.note("shown by \(request.method)")
            return .text(RouteAttack.secret)
        }
        routes.get("page", isEmbeddable: true) { _ in .html("<!doctype html><body>") }
    }

    private func addPages() {
        func escaped(_ text: String) -> String { text.replacing("'", with: "%27") }
        server.route("/", .html("<!doctype html><body>"))
        server.route("/agent", .html(Self.agentPage))
        server.route(
            "/sandboxed",
            .html("<!doctype html><body>").header("Content-Security-Policy", "sandbox allow-scripts allow-forms"))
        server.route("/redirect") { request in
            .redirect(to: request[query: "to"] ?? "/", status: 307).header("Access-Control-Allow-Origin", "*")
                .header("Access-Control-Allow-Headers", "*")
        }
        server.route("/report") { request in
            .html("<!doctype html><img src=/none>").header(
                "Content-Security-Policy", "img-src 'none'; report-uri \(escaped(request[query: "to"] ?? ""))")
        }
        server.route("/linked") { request in
            .html("<!doctype html><body>").header(
                "Link", "<\(escaped(request[query: "to"] ?? ""))>; rel=preload; as=script")
        }
        server.route("/refresh") { request in
            .html("<!doctype html><body>").header("Refresh", "0; url=\(escaped(request[query: "to"] ?? ""))")
        }
    }

    nonisolated static let secret = "globalThis.leaked = 'the secret'"

    private static func arrival(_ url: String) -> Arrival? {
        let parts = url.components(separatedBy: "/secret/")
        guard parts.count == 2, let way = parts[1].split(separator: "?")[0].removingPercentEncoding else { return nil }
        // The form of XML's base has a last part more.
        return Arrival(base: parts[0], way: way.split(separator: "/")[0].description)
    }

    /// What has left for a network: each line a method and an address, as the proxy saw them.
    var departures: [String] { proxy.requests.map { "\($0.method) \($0.url.absoluteString)" } }

    // MARK: Asking

    /// Has a document ask in all ways, and returns what it could read of the answers.
    ///
    /// - Parameter make: An expression in the main frame that promises a window of a document, with ``library`` in it.
    func attack(
        from make: String, ways: [RouteWay] = RouteWay.all, folder: String = "secret"
    ) async throws -> [String] {
        let code = """
            \(Self.library)
            const [target, isNested] = await (\(make));
            return await (isNested ? askNested : ask)(target, code);
            """
        let seen = try await page.call(
            code,
            [
                "code": Self.code(ways, folder, allowed: server.origin(), server: server.origin(host: "127.0.0.1")),
                "agentPage": Self.agentPage, "foreign": server.origin(host: "127.0.0.1"),
            ])
        try await settle(isWhole: ways.count == RouteWay.all.count && folder == "secret")
        return (seen as? [Any])?.compactMap { $0 as? String } ?? ["no answer: \(seen ?? "nil")"]
    }

    /// The same of the document that a view shows.
    func attack(in view: WKWebView) async throws -> [String] {
        let code = Self.code(RouteWay.all, "secret", allowed: server.origin(), server: server.origin(host: "127.0.0.1"))
        let seen = try await view.callAsyncJavaScript(code, contentWorld: .page)
        try await settle(isWhole: true)
        return (seen as? [Any])?.compactMap { $0 as? String } ?? ["no answer: \(seen ?? "nil")"]
    }

    /// The ways by which requests arrive, and are refused.
    static let expectedWays = Set(RouteWay.all.filter(\.arrives).map(\.name))

    /// Those of them that every document has. Documents without an origin have no worklets here: the engine would name the
    /// origin of their addresses.
    static let commonWays = expectedWays.subtracting(["audio worklet"])

    /// The ways by which requests for the host `native` have been refused.
    var refusedWays: Set<String> { Set(refused.filter { $0.base == "native://http.native" }.map(\.way)) }

    /// Waits until nothing is asked any more.
    ///
    /// - Parameter isWhole: Whether all ways were tried: frames refresh themselves some time after the page has said that it is done.
    private func settle(isWhole: Bool) async throws {
        if isWhole {
            _ = try await isReleased(within: .seconds(20)) { Self.commonWays.isSubset(of: refusedWays) ? nil : routes }
        }
        _ = try await isReleased { [routes] in routes.isIdle ? nil : routes }
    }

    private static func code(_ ways: [RouteWay], _ folder: String, allowed: String, server: String) -> String {
        let entries = ways.map { way in
            "['\(way.name)', async u => \(way.script)]"
        }
        return """
            \(forged) \(Self.ways)
            const server = '\(server)';
            const own = {'Gawa-Own': '1'};
            const redirect = u => `${server}/redirect?to=${encodeURIComponent(u)}`;
            const results = [];
            for (const [name, way] of [\(entries.joined(separator: ",\n"))]) {
                for (const base of \(bases)) {
                    const u = `${base}/\(folder)/${encodeURIComponent(name)}`;
                    results.push(limited((async () => way(u))().then(value => typeof value === 'string' ? value : '', () => '')));
                }
            }
            return [...await Promise.all(results), String(globalThis.leaked ?? '')].filter(text => text.includes('secret'));
            """.replacing("'allowed'", with: "'\(allowed)'")
    }
}

// MARK: Scripts

extension RouteAttack {
    /// A document that runs what its maker asks for.
    private static let agentPage = """
        <!doctype html><body><script>
        addEventListener('message', async event => {
            if (typeof event.data.code !== 'string') return;
            let result;
            try { result = await (0, eval)('(async () => {' + event.data.code + '\\n})()'); }
            catch (error) { result = ['error in the agent: ' + error]; }
            event.source.postMessage({ result }, '*');
        });
        (opener ?? parent).postMessage({ ready: true }, '*');
        </script>
        """

    /// For the main frame: makes documents, and asks them.
    private static let library = """
        const made = async (attributes, document = globalThis.document) => {
            const ready = new Promise(done => addEventListener('message', event => { if (event.data.ready) done(event.source) }));
            const frame = document.createElement('iframe');
            for (const name in attributes) frame.setAttribute(name, attributes[name]);
            document.body.append(frame);
            return [await ready];
        };
        const ask = (target, code) => new Promise(done => {
            addEventListener('message', event => { if (event.data.result && event.source === target) done(event.data.result) });
            target.postMessage({ code }, '*');
        });
        // Runs in the target: makes a frame in it, and passes on what is asked.
        const nested = async ([target], make) => {
            const code = `
                const agentPage = ${JSON.stringify(agentPage)};
                const ready = new Promise(done => addEventListener('message', event => { if (event.data.ready) done(event.source) }));
                const frame = document.createElement('iframe');
                document.body.append(frame);
                (${make})(frame);
                const inner = await ready;
                addEventListener('message', event => {
                    if (event.data.inner) inner.postMessage({ code: event.data.inner }, '*');
                    if (event.data.result && event.source === inner) parent.postMessage({ result: event.data.result }, '*');
                });
                return ['ready'];`;
            await ask(target, code);
            return [target, true];
        };
        const askNested = (target, code) => new Promise(done => {
            addEventListener('message', event => { if (event.data.result && event.source === target) done(event.data.result) });
            target.postMessage({ inner: code }, '*');
        });
        """

    private static let forged = """
        const forged = {'Gawa-Own': '1', 'Gawa-Synchronous': '1', Origin: 'allowed', Referer: 'allowed' + '/',
            'Access-Control-Allow-Origin': '*', 'Access-Control-Request-Method': 'GET', 'Sec-Fetch-Site': 'same-origin',
            'X-Forwarded-For': '127.0.0.1'};
        const read = promise => promise.then(answer => answer.text());
        const xhr = (u, method, isAsync, headers) => new Promise(done => {
            const x = new XMLHttpRequest();
            x.onloadend = () => done(x.responseText);
            x.open(method, u, isAsync);
            for (const name in headers) { try { x.setRequestHeader(name, headers[name]) } catch {} }
            x.send(method === 'GET' ? null : 'x');
            if (!isAsync) done(x.responseText);
        });
        const events = (u, options) => new Promise(done => {
            const source = new EventSource(u, options);
            source.onmessage = event => { source.close(); done(event.data) };
            source.onerror = () => { source.close(); done('') };
        });
        """

    /// What the scripts of ``RouteWay`` call.
    private static let ways = """
        const limited = (promise, limit = 2500) => Promise.race([promise, new Promise(done => setTimeout(done, limit, ''))]);
        const element = (tag, properties) => new Promise(done => {
            const made = document.createElement(tag);
            made.onload = () => done('');
            made.onerror = () => done('');
            Object.assign(made, properties);
            document.body.append(made);
        });
        const inside = (tag, html) => { document.body.append(Object.assign(document.createElement(tag), {innerHTML: html})) };
        const styled = style => inside('div', `<p style="${style}">x</p>`);
        const click = link => { link.textContent = 'x'; document.body.append(link); link.click() };
        const blank = async name => {
            const frame = document.createElement('iframe');
            if (name) frame.name = name;
            document.body.append(frame);
            return frame;
        };
        let lastNumber = 0;
        const named = async () => { const name = 'frame' + ++lastNumber; await blank(name); return name };
        const form = async (action, properties) => {
            const form = Object.assign(document.createElement('form'), properties, {action, target: await named()});
            form.append(Object.assign(document.createElement('input'), {name: 'Gawa-Own', value: '1'}));
            document.body.append(form);
            form.submit();
        };
        const worker = u => new Promise(done => { const w = new Worker(u); w.onerror = () => done(''); w.onmessage = e => done(e.data) });
        const work = (kind, code, u) => {
            const text = `${workerLibrary}
                (async () => { const u = ${JSON.stringify(u)};
                    const value = await (async () => ${code})(); return value && value.text ? await value.text() : value })()
                .then(value => postMessage(String(value ?? globalThis.leaked)), () => postMessage(''))`;
            return worker(kind === 'data' ? 'data:text/javascript,' + encodeURIComponent(text)
                : URL.createObjectURL(new Blob([text], {type: 'text/javascript'})));
        };
        const workerLibrary = `const forged = ${JSON.stringify(forged)}; const xhr = ${xhr}; const events = ${events};`;
        """
}
