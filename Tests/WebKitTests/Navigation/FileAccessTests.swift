import Foundation
import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Which files a page may read.
@MainActor
@Suite(.serialized)
struct FileAccessTests {
    private let page = TestPage()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "gawa-files-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("open/deep"), withIntermediateDirectories: true)
        for (name, mark) in [("open/in.js", "in"), ("open/deep/in.js", "deep"), ("out.js", "out")] {
            try write(name, "(window.loaded ??= []).push('\(mark)')")
        }
        try write("open/frame.html", "<title>inside</title>")
        try write("out.html", "<title>outside</title>")
        try write(
            "open/page.html",
            """
            <title>page</title><script src=in.js></script><script src=deep/in.js></script>
            <script src=../out.js></script><script src=%2e%2e/out.js></script>
            <script src='\(folder.absoluteString)out.js'></script>
            <iframe src=frame.html></iframe><iframe src=../out.html></iframe>
            <a id=in href=frame.html>in</a><a id=out href=../out.html>out</a>
            """)
    }

    private func write(_ name: String, _ text: String) throws {
        try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    private func load(_ name: String, reading access: String) async throws {
        try await page.navigation.waitForEnd(
            of: page.webView.loadFileURL(
                folder.appendingPathComponent(name), allowingReadAccessTo: folder.appendingPathComponent(access)))
    }

    private func loaded() async throws -> [String]? {
        try await page.evaluate("window.loaded ?? []") as? [String]
    }

    @Test func `ld-file-read-access: a page reads what lies in the folder that was opened to it, and nothing else`()
        async throws
    {
        defer { remove() }
        try await load("open/page.html", reading: "open")
        #expect(try await loaded() == ["in", "deep"])
        // The engine shows a file in a frame; what is in it tells only by its size, for its origin is opaque.
        let titles = try await page.webView.callAsyncJavaScript(
            "return performance.getEntriesByType('resource').map(entry => entry.name)", contentWorld: .page)
        #expect(titles is [String])
        #expect(page.webView.url?.lastPathComponent == "page.html")
    }

    @Test func `a page whose file alone was opened reads no other`() async throws {
        defer { remove() }
        try await load("open/page.html", reading: "open/page.html")
        #expect(try await loaded() == [])
        try await page.navigation.waitForEnd(
            of: page.webView.load(URLRequest(url: folder.appendingPathComponent("open/page.html"))))
        #expect(try await loaded() == [])
    }

    @Test func `a link leads to files in the folder, not out of it`() async throws {
        defer { remove() }
        try await load("open/page.html", reading: "open")
        page.navigation.reset()
        try await page.evaluate("document.getElementById('out').click()")
        try await Task.sleep(for: .milliseconds(500))
        #expect(page.navigation.actions.isEmpty)
        #expect(page.navigation.events.isEmpty)
        #expect(try await page.evaluate("document.title") as? String == "page")
        page.navigation.reset()
        try await page.evaluate("document.getElementById('in').click()")
        try await page.navigation.wait(for: "the end") { $0.contains { $0.name == "finished" } }
        #expect(try await page.evaluate("document.title") as? String == "inside")
    }

    @Test func `a reload, a second load and a wider scope work`() async throws {
        defer { remove() }
        try await load("open/page.html", reading: "open")
        try await page.navigation.waitForEnd(of: page.webView.reload())
        #expect(try await loaded() == ["in", "deep"])
        try await load("open/page.html", reading: "")
        #expect(try await loaded() == ["in", "deep", "out", "out", "out"])
    }

    @Test func `a name that is no UTF-8 opens nothing, and least of all everything`() async throws {
        defer { remove() }
        page.webView.load(URLRequest(url: try #require(URL(string: folder.absoluteString + "%ff.html"))))
        try await load("open/page.html", reading: "open/page.html")
        #expect(try await loaded() == [])
    }

    @Test func `an encoded slash leads nowhere, and the page stays`() async throws {
        defer { remove() }
        try await load("open/page.html", reading: "open")
        page.navigation.reset()
        try await page.evaluate("location = '..%2fout.html'; 0")
        try await Task.sleep(for: .milliseconds(500))
        #expect(page.navigation.events.isEmpty)
        #expect(try await page.evaluate("document.title") as? String == "page")
    }

    @Test func `HTML text with a file address reads no file`() async throws {
        defer { remove() }
        for text in ["<script src=in.js></script>", "<script src='\(folder.absoluteString)out.js'></script>"] {
            try await page.load(html: text, baseURL: folder.appendingPathComponent("open/text.html"))
            #expect(try await loaded() == [])
        }
    }

    @Test func `a page of a server reads no file, whatever was opened before`() async throws {
        defer { remove() }
        try await load("open/page.html", reading: "open")
        let server = try TestServer()
        server.route("/", .html("<script src='\(folder.absoluteString)open/in.js'></script>"))
        try await page.load(server.url("/"))
        #expect(try await loaded() == [])
    }

    @Test func `ld-simulated-html: HTML text and bytes stand for the answer to a request`() async throws {
        defer { remove() }
        let request = URLRequest(url: try #require(URL(string: "https://w.test/path")))
        for _ in 0..<2 {
            let navigation = page.webView.loadSimulatedRequest(request, responseHTML: "<title>simulated</title>")
            try await page.navigation.waitForEnd(of: navigation)
            #expect(page.webView.url == request.url)
            #expect(try await page.evaluate("document.title + origin") as? String == "simulatedhttps://w.test")
        }
        let response = URLResponse(
            url: try #require(request.url), mimeType: "text/plain", expectedContentLength: -1,
            textEncodingName: "iso-8859-1")
        try await page.navigation.waitForEnd(
            of: page.webView.loadSimulatedRequest(request, response: response, responseData: Data([0xE9])))
        #expect(try await page.evaluate("document.contentType + document.body.innerText") as? String == "text/plainé")
    }

    @Test func `a request for a file is loaded as its address is`() async throws {
        defer { remove() }
        let navigation = page.webView.loadFileRequest(
            URLRequest(url: folder.appendingPathComponent("open/page.html")),
            allowingReadAccessTo: folder.appendingPathComponent("open"))
        try await page.navigation.waitForEnd(of: navigation)
        #expect(try await loaded() == ["in", "deep"])
    }
}
