import Foundation
import GawaTestSupport
import TestProcess
import TestServer
import Testing
import WebKit

@testable import Gawa

/// An app's page at its own origin: what it is, what it may ask for, and who else may have the files.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct AssetOriginTests {
    private let fixture: AssetFixture

    init() throws {
        fixture = try AssetFixture(["index.html": "<!doctype html><title>start</title><p>"])
    }

    private func site(
        _ policy: ContentSecurityPolicy? = .standard, allowing origins: [String] = [],
        add: (NativeRoutes) -> Void = { _ in }
    ) -> AssetSite {
        var options = AssetFixture.plainOptions
        options.contentSecurityPolicy = policy
        options.servesIndexForUnknownPages = true
        return AssetSite(AssetFolder(directory: fixture.root, options: options), allowing: origins, add: add)
    }

    @Test func `the origin is a secure one, with cryptography`() async throws {
        let page = try await site().page("/index.html")
        let facts = try await page.call(
            """
            const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(1));
            const key = await crypto.subtle.generateKey({name: 'AES-GCM', length: 256}, false, ['encrypt']);
            return [location.href, origin, isSecureContext, digest.byteLength, key.type].join(' ');
            """)
        #expect(facts as? String == "native://native/index.html native://native true 32 secret")
        #expect(NativeRoutes.origin == "native://native")
    }

    @Test func `a route wins over a file, and a missing one is no page`() async throws {
        try fixture.write("value.json", "\"file\"")
        try fixture.write("other.json", "\"file\"")
        let site = site {
            $0.get("value.json") { _ in try .json("route") }
            $0.post("send") { request in .text(try request.text()) }
        }
        let page = try await site.page("/any/address")
        let seen = try await page.call(
            """
            const told = [];
            for (const path of ['/value.json', '/other.json', '/api/value', '/send']) {
                const answer = await fetch(path, {headers: {'Gawa-Own': '1'}});
                const type = answer.headers.get('content-type');
                told.push(`${path} ${answer.status} ${type} ${answer.ok ? await answer.text() : ''}`);
            }
            const request = new XMLHttpRequest();
            request.open('GET', '/api/other', false);
            request.send();
            told.push(request.status + ' ' + request.getResponseHeader('content-type'));
            told.push(await (await fetch('/send', {method: 'POST', headers: {'Gawa-Own': '1'}, body: 'sent'})).text());
            told.push((await fetch('/other.json', {method: 'PUT', headers: {'Gawa-Own': '1'}, body: ''})).status);
            return told;
            """)
        #expect(
            (seen as? [Any])?.map { "\($0)" } == [
                "/value.json 200 application/json \"route\"", "/other.json 200 application/json \"file\"",
                "/api/value 404 text/plain; charset=utf-8 ", "/send 405 text/plain; charset=utf-8 ",
                "404 text/plain; charset=utf-8", "sent", "405",
            ], "\(String(describing: seen))")
    }

    @Test func `workers of every kind load, and fetch files`() async throws {
        try fixture.write("part.js", "self.part = 'part'")
        try fixture.write("part.mjs", "export const part = 'part'")
        try fixture.write("data.json", "\"data\"")
        let send = "fetch('/data.json').then(a => a.json()).then(data => postMessage(part + ' ' + data))"
        try fixture.write("classic.js", "importScripts('part.js'); \(send)")
        try fixture.write("module.js", "import { part } from './part.mjs'; \(send)")
        let page = try await site().page("/")
        let told = try await page.call(
            """
            const made = [new Worker('classic.js'), new Worker('module.js', {type: 'module'}),
                new Worker(URL.createObjectURL(new Blob(["const part = 'blob'; fetch('native://native/data.json')"
                    + ".then(a => a.json()).then(data => postMessage(part + ' ' + data))"])))];
            return await Promise.all(made.map(worker => new Promise(done => {
                worker.onmessage = event => done(event.data);
                worker.onerror = event => done('failed ' + event.message);
            })));
            """)
        #expect(told as? [String] == ["part data", "part data", "blob data"])
    }

    @Test func `a page gets parts of a file by Range`() async throws {
        try fixture.write("a.txt", "0123456789")
        let page = try await site().page("/")
        let told = try await page.call(
            """
            const told = [];
            for (const range of ['bytes=2-4', 'bytes=-2', 'bytes=20-', 'bytes=0-0,9-9']) {
                const answer = await fetch('/a.txt', {headers: {Range: range}});
                const text = await answer.text();
                told.push([answer.status, answer.headers.get('content-range'), text.length > 20 ? 'parts' : text].join(' '));
            }
            return told;
            """)
        #expect(
            told as? [String] == [
                "206 bytes 2-4/10 234", "206 bytes 8-9/10 89", "416 bytes */10 parts", "206  parts",
            ], "\(String(describing: told))")
    }

    @Test func `a page reads a large file in flat memory`() async throws {
        try await readSparse(byteCount: 96 << 20)
    }

    @Test(.enabled(if: FullTests.areOn), .timeLimit(.minutes(10)))
    func `a page reads a file of 2 GB in flat memory`() async throws {
        try await readSparse(byteCount: 2 << 30)
    }

    private func readSparse(byteCount: Int) async throws {
        let file = try fixture.write("sparse.bin", Data("start".utf8))
        try #require(truncate(file.path, off_t(byteCount)) == 0)
        let page = try await site().page("/")
        let before = ProcessCensus().residentBytes
        var peak = before
        let reading = Task {
            try await page.call(
                """
                const answer = await fetch('/sparse.bin');
                const reader = answer.body.getReader();
                let count = 0;
                for (let part = await reader.read(); !part.done; part = await reader.read()) count += part.value.length;
                const tail = await fetch('/sparse.bin', {headers: {Range: 'bytes=-7'}});
                return [answer.headers.get('content-length'), count, (await tail.arrayBuffer()).byteLength].join();
                """) as? String
        }
        let measuring = Task {
            while !Task.isCancelled {
                peak = max(peak, ProcessCensus.residentBytes(of: "self"))
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        let told = try await reading.value
        measuring.cancel()
        #expect(told == "\(byteCount),\(byteCount),7")
        #expect(peak - before < 64 << 20, "\(peak - before) bytes more")
    }

    // MARK: Cookies

    @Test func `BR-099: the app's origin has no cookies, and says so to nobody, but has storage`() async throws {
        let site = site {
            $0.get("cookie") { request in
                var response = RouteResponse.text(request.headers["Cookie"] ?? "none")
                response.headers["Set-Cookie"] = "route=1; Path=/"
                return response
            }
        }
        let page = try await site.page("/")
        let told = try await page.call(
            """
            document.cookie = 'page=1; max-age=1000';
            const first = await (await fetch('/cookie', {headers: {'Gawa-Own': '1'}})).text();
            const second = await (await fetch('/cookie', {headers: {'Gawa-Own': '1'}})).text();
            localStorage.kept = 'local';
            return [document.cookie, navigator.cookieEnabled, first, second, localStorage.kept].join('|');
            """)
        #expect(told as? String == "|true|none|none|local")
    }

    // MARK: Foreign documents

    @Test func `a foreign document cannot read files, whatever it says of itself`() async throws {
        try fixture.write("secret.txt", "secret")
        try fixture.write("dot.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='3' height='3'/>")
        let server = try TestServer { _ in .html("<!doctype html><p>") }
        let site = site()
        let page = site.view()
        try await page.load(server.url())
        let told = try await page.call(
            """
            const told = [];
            for (const referrerPolicy of ['unsafe-url', 'no-referrer']) {
                for (const options of [{}, {headers: {'Gawa-Own': '1'}}, {mode: 'no-cors'}]) {
                    const text = await fetch('native://native/secret.txt', {referrerPolicy, ...options})
                        .then(answer => answer.text(), () => 'failed');
                    told.push(text === 'secret' ? 'read' : 'kept');
                }
                const image = new Image();
                image.referrerPolicy = referrerPolicy;
                await new Promise(done => { image.onload = image.onerror = done; image.src = 'native://native/dot.svg' });
                const canvas = document.createElement('canvas');
                const context = canvas.getContext('2d');
                try { if (image.width) context.drawImage(image, 0, 0); canvas.toDataURL(); told.push(image.width ? 'read' : 'no image') }
                catch (error) { told.push(error.name) }
            }
            const request = new XMLHttpRequest();
            request.open('GET', 'native://native/secret.txt', false);
            try { request.send() } catch {}
            told.push(request.responseText === 'secret' ? 'read' : 'kept');
            return told.join();
            """)
        #expect(told as? String == "kept,kept,kept,SecurityError,kept,kept,kept,SecurityError,kept")
    }

    @Test func `a foreign document cannot frame the app's pages, and the app's own can`() async throws {
        try fixture.write(
            "framed.html", "<!doctype html><script nonce=__CSP_NONCE__>parent.postMessage('shown', '*')</script>")
        try fixture.write("own.html", "<!doctype html><p>")
        let server = try TestServer { _ in .html("<!doctype html><p>") }
        let site = site()
        let page = site.view()
        // Whether the page in the frame says that it is there, with a time for one that does not.
        let script = """
            const told = [];
            for (const attributes of [{}, {referrerPolicy: 'no-referrer'}, {sandbox: 'allow-scripts'},
                {sandbox: 'allow-scripts', referrerPolicy: 'no-referrer'}]) {
                const frame = Object.assign(document.createElement('iframe'), attributes);
                const shown = new Promise(done => { addEventListener('message', () => done('shown'), {once: true}) });
                frame.src = 'native://native/framed.html';
                document.body.append(frame);
                told.push(await Promise.race([shown, new Promise(done => setTimeout(() => done('kept away'), limit))]));
                frame.remove();
            }
            return told.join();
            """
        try await page.load(server.url())
        #expect(
            try await page.call(script, ["limit": 1500]) as? String == "kept away,kept away,kept away,kept away")
        #expect(!site.seen.requests.contains { $0.url.path == "/framed.html" })
        try await page.load(NativeRoutes.pageURL("/own.html"))
        #expect(try await page.call(script, ["limit": 20_000]) as? String == "shown,shown,shown,shown")
    }

    @Test func `an origin that the policy names reads files`() async throws {
        try fixture.write("a.txt", "a")
        let server = try TestServer { _ in .html("<!doctype html><p>") }
        let page = site(allowing: [server.origin()]).view()
        try await page.load(server.url())
        #expect(try await page.call("return await (await fetch('native://native/a.txt')).text()") as? String == "a")
    }

    // MARK: Development

    @Test func `pages are loaded anew when a file changes, if told to`() async throws {
        var options = AssetFixture.plainOptions
        options.reloadsPages = true
        try fixture.write("index.html", "<!doctype html><title>page</title><script src=own.js></script>")
        try fixture.write("own.js", "window.own = 1")
        let site = AssetSite(AssetFolder(directory: fixture.root, options: options))
        let page = try await site.page("/")
        #expect(try await page.evaluate("own") as? Int == 1)
        for number in 2...3 {
            let count = page.navigation.events.count { $0.name == "finished" }
            try fixture.write("own.js", "window.own = \(number)", secondsAgo: 0)
            try await page.navigation.wait(for: "the page anew") { $0.count { $0.name == "finished" } > count }
            #expect(try await page.evaluate("own") as? Int == number)
        }
    }
}
