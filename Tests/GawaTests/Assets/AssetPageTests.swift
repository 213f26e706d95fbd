import Foundation
import GawaTestSupport
import Testing
import WebKit

@testable import Gawa

/// An app's files in real pages of its own origin.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1)))
struct AssetPageTests {
    private let fixture: AssetFixture

    init() throws {
        fixture = try AssetFixture()
    }

    private func site(
        policy: ContentSecurityPolicy? = nil, missing: SeenPaths = SeenPaths(), add: (NativeRoutes) -> Void = { _ in }
    ) -> AssetSite {
        var options = AssetFixture.plainOptions
        options.contentSecurityPolicy = policy
        options.servesIndexForUnknownPages = true
        options.onMissingFile = { missing.add($0) }
        return AssetSite(AssetFolder(directory: fixture.root, options: options), add: add)
    }

    @Test(arguments: ["/@jane.doe", "/docs/v1.2/intro", "/search?q=a.b"])
    func `BR-073: a client's address is a page, also after a reload`(path: String) async throws {
        try fixture.write("index.html", "<!doctype html><title>start</title>")
        let site = site()
        let page = try await site.page(path)
        for _ in 0..<2 {
            #expect(try await page.evaluate("location.pathname + location.search") as? String == path)
            #expect(try await page.evaluate("document.title") as? String == "start")
            try await page.navigation.waitForEnd(of: page.webView.reload())
        }
        try fixture.write("@jane.doe", "<!doctype html><title>file</title>")
        let file = try await site.page("/index.html")
        #expect(
            try await file.call("return await (await fetch('/@jane.doe')).text()") as? String
                == "<!doctype html><title>file</title>")
    }

    @Test func `BR-074: what is missing is an error for the page, and told once`() async throws {
        try fixture.write(
            "index.html",
            """
            <!doctype html><script>
            const seen = []
            const all = Promise.all(['script', 'module', 'link', 'img'].map(kind => new Promise(resolve => {
                const element = document.createElement(kind === 'module' ? 'script' : kind)
                element.onerror = () => resolve(seen.push(kind))
                element.onload = () => resolve(seen.push('loaded ' + kind))
                if (kind === 'module') { element.type = 'module'; element.src = '/assets/module.js' }
                if (kind === 'script') element.src = '/assets/gone.js'
                if (kind === 'link') { element.rel = 'stylesheet'; element.href = '/gone.css' }
                if (kind === 'img') element.src = '/gone.png'
                document.head.append(element)
            })).concat(import('/assets/gone.mjs').catch(() => seen.push('import'))))
            onerror = message => { seen.push(message) }
            </script>
            """)
        let missing = SeenPaths()
        let site = site(missing: missing)
        let page = try await site.page("/")
        let seen = try await page.call("await all; return seen.sort()") as? [String]
        #expect(seen == ["img", "import", "link", "module", "script"])
        #expect(
            missing.paths.sorted()
                == ["/assets/gone.js", "/assets/gone.mjs", "/assets/module.js", "/gone.css", "/gone.png"])
        let answer = try await page.call(
            "const r = await fetch('/api/notes'); return r.status + ' ' + r.headers.get('content-type')")
        #expect(answer as? String == "404 text/plain; charset=utf-8")
    }

    @Test func `BR-076: modules, styles, WebAssembly and JSON load`() async throws {
        // The smallest module: its magic and its version.
        try fixture.write("empty.wasm", Data([0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]))
        try fixture.write("module.js", "import { b } from './b.mjs'; window.a = b + 1")
        try fixture.write("b.mjs", "export const b = 1")
        try fixture.write("style.css", "p { color: rgb(1, 2, 3) } p::after { content: 'ü' }")
        try fixture.write("data.json", "{\"ü\": 1}")
        try fixture.write("image.SVG", "<svg xmlns='http://www.w3.org/2000/svg' width='3' height='3'/>")
        try fixture.write("plain.txt", "ü")
        try fixture.write(
            "index.html",
            "<!doctype html><script type=module src=module.js></script><link rel=stylesheet href=style.css><p>ü")
        let page = try await site(policy: .standard).page("/")
        let result = try await page.call(
            """
            const image = new Image(); image.src = 'image.SVG'; await image.decode()
            const { instance } = await WebAssembly.instantiateStreaming(fetch('empty.wasm'))
            return [window.a, getComputedStyle(document.querySelector('p')).color, document.querySelector('p').textContent,
                getComputedStyle(document.querySelector('p'), '::after').content, instance instanceof WebAssembly.Instance,
                (await (await fetch('data.json')).json())['ü'], image.width, await (await fetch('plain.txt')).text()].join()
            """)
        #expect(result as? String == "2,rgb(1, 2, 3),ü,\"ü\",true,1,3,ü")
    }

    @Test func `BR-077: any name is found by its encoded path`() async throws {
        let names = ["a b.txt", "a#b.txt", "a?b.txt", "a%20b.txt", "\u{e9}.txt", "e\u{301}.txt"]
        for name in names { try fixture.write(name, "this is \(name)") }
        try fixture.write("index.html", "<!doctype html>")
        let page = try await site().page("/")
        for name in names {
            let text = try await page.call(
                "return await (await fetch(path + '?v=1#f')).text()", ["path": AssetFolder.urlPath(ofFile: name)])
            #expect((text as? String).map { Array($0.utf8) } == Array("this is \(name)".utf8))
        }
    }

    @Test func `BR-067: no path gets the sibling's secret by fetch, image or frame`() async throws {
        try fixture.write("index.html", "<!doctype html><title>start</title>")
        let page = try await site().page("/")
        let paths = [
            "/../s", "/%2e%2e/s", "/..%2fs", "/%252e%252e/s", "/..%5cs", "//etc/x", "/a/../../s", "/%00s",
            "/./%2e%2e%2fs",
        ]
        let result = try await page.call(
            """
            const found = []
            for (const path of paths) {
                try {
                    const response = await fetch(path)
                    const text = await response.text()
                    if (![400, 404].includes(response.status) || text.includes('secret')) found.push(path + ' by fetch ' + response.status)
                } catch { if (!path.startsWith('//')) found.push(path + ' failed') }
                const image = new Image()
                await new Promise(resolve => { image.onload = () => resolve(found.push(path + ' by image')); image.onerror = resolve
                    image.src = path })
                const frame = document.createElement('iframe')
                await new Promise(resolve => { frame.onload = resolve; frame.src = path; document.documentElement.append(frame)
                    setTimeout(resolve, 3000) })
                let text = ''
                try { text = frame.contentDocument?.documentElement?.textContent ?? '' } catch {}
                if (text.includes('secret')) found.push(path + ' by frame')
                frame.remove()
            }
            return found
            """, ["paths": paths])
        #expect(result as? [String] == [])
    }

    @Test func `a page's inline script runs with the nonce alone`() async throws {
        try fixture.write(
            "index.html",
            """
            <!doctype html><script nonce="__CSP_NONCE__">window.seen = ['nonce']
            window.violations = []
            window.all = new Promise(resolve => addEventListener('securitypolicyviolation', e => {
                violations.push(e.effectiveDirective)
                if (violations.length === 3) resolve()
            }))</script>
            <script>seen.push('none')</script><script nonce="__CSP_NONCE">seen.push('wrong')</script>
            <p onclick="seen.push('attribute')"></p><script src="own.js"></script>
            """)
        try fixture.write("own.js", "seen.push('own')")
        let site = site(policy: .standard)
        let page = try await site.page("/")
        let seen = try await page.call(
            "document.querySelector('p').click(); await all; return [seen, violations.sort()]")
        let words = try #require(seen as? [[String]])
        #expect(words == [["nonce", "own"], ["script-src-attr", "script-src-elem", "script-src-elem"]])
        // A page that is made anew has another nonce, and runs as well.
        try await page.navigation.waitForEnd(of: page.webView.reload())
        #expect(try await page.evaluate("seen[0]") as? String == "nonce")
    }

    @Test func `the engine sends no fetch metadata, and names HTML for navigations and frames alone`() async throws {
        try fixture.write("index.html", "<!doctype html><img src=/a.png><script src=/a.js></script><iframe src=/frame>")
        let site = site()
        let page = try await site.page("/")
        try await page.call(
            "await fetch('/fetched'); const x = new XMLHttpRequest(); x.open('GET', '/x', false); x.send()")
        for (path, isNavigation) in [
            ("/", true), ("/frame", true), ("/a.png", false), ("/a.js", false), ("/fetched", false), ("/x", false),
        ] {
            let headers = try #require(site.headers(of: path), "\(path)")
            #expect(headers["Sec-Fetch-Mode"] == nil && headers["Sec-Fetch-Dest"] == nil)
            let accept = headers["Accept"] ?? "none"
            #expect(accept.contains("text/html") == isNavigation, "\(path) \(accept)")
        }
    }

    @Test func `the engine asks without Accept-Encoding and does not decode, so its pages get plain files`()
        async throws
    {
        try fixture.write("index.html", "<!doctype html>")
        try fixture.write("a.txt", "plain")
        try fixture.write("a.txt.gz", "coded")
        // What it does with a coding that it did not ask for: "hi" after gzip.
        let coded: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0xC8, 4, 0, 0xAC, 0x2A, 0x93, 0xD8, 2, 0, 0, 0,
        ]
        let site = site {
            $0.get("coded") { _ in
                var response = RouteResponse.data(Data(coded), type: "text/plain")
                response.headers["Content-Encoding"] = "gzip"
                return response
            }
        }
        let page = try await site.page("/")
        #expect(try await page.call("return await (await fetch('/a.txt')).text()") as? String == "plain")
        #expect(try #require(site.headers(of: "/a.txt"))["Accept-Encoding"] == nil)
        let bytes = try await page.call(
            "return [...new Uint8Array(await (await fetch('/coded', {headers: {'Gawa-Own': '1'}})).arrayBuffer())].join()"
        )
        #expect(bytes as? String == coded.map(String.init).joined(separator: ","))
    }

    @Test func `a navigation to a folder without its slash comes to the page there`() async throws {
        try fixture.write("folder/index.html", "<!doctype html><title>sub</title><script src=own.js></script>")
        try fixture.write("folder/own.js", "window.own = true")
        let site = site()
        let page = try await site.page("/folder?x='1'&y=2")
        // Another document follows the one that leads on.
        try await page.navigation.wait(for: "the page of the folder") { events in
            events.last?.name == "finished" && page.webView.url?.path(percentEncoded: true) == "/folder/"
        }
        let address = try await page.call("return window.own && location.pathname + location.search")
        #expect(address as? String == "/folder/?x='1'&y=2")
    }
}
