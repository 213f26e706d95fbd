import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Every way to start a load, and what the page is then.
@MainActor
@Suite(.serialized)
struct NavigationBasicsTests {
    private func facts(_ page: TestPage) async throws -> String {
        valueText(
            try await page.evaluate(
                "[document.URL, self.origin, document.title, document.contentType, document.characterSet]"))
    }

    @Test func `nv-load-returns-navigation, nv-event-order-normal: a request gives its navigation, in three events`()
        async throws
    {
        let server = try TestServer()
        server.route("/", .html("<title>T</title>"))
        let page = TestPage()
        let navigation = try #require(page.webView.load(URLRequest(url: server.url())))
        #expect(page.navigation.events.isEmpty)
        try await page.navigation.waitForEnd(of: navigation)
        #expect(page.navigation.events.map(\.name) == ["started", "committed", "finished"])
        #expect(page.navigation.events.allSatisfy { $0.navigation === navigation })
        #expect(
            try await facts(page) == "[\"\(server.url())\", \"\(server.origin())\", \"T\", \"text/html\", \"UTF-8\"]")
    }

    @Test func `the header fields of a request reach the server`() async throws {
        let server = try TestServer()
        server.route("/", .html("<p>"))
        var request = URLRequest(url: server.url())
        request.setValue("one, two", forHTTPHeaderField: "X-Of-Ours")
        request.setValue("de", forHTTPHeaderField: "Accept-Language")
        let page = TestPage()
        try await page.navigation.waitForEnd(of: page.webView.load(request))
        #expect(server.requests.first?[header: "X-Of-Ours"] == "one, two")
        #expect(server.requests.first?[header: "Accept-Language"] == "de")
        #expect(server.requests.first?.method == "GET")
    }

    @Test func `ld-html-nil-base: HTML without a base URL is about-blank with an opaque origin`() async throws {
        let page = try await TestPage(html: "<title>ü</title>\u{1F600}")
        #expect(try await facts(page) == "[\"about:blank\", \"null\", \"ü\", \"text/html\", \"UTF-8\"]")
        #expect(page.webView.url?.absoluteString == "about:blank")
        #expect(try await page.evaluate("document.body.textContent") as? String == "\u{1F600}")
    }

    @Test func `HTML with a base URL has its address and its origin`() async throws {
        for base in ["http://base.example/a/b?c#d", "https://base.example:8443/", "app://host/path"] {
            let page = try await TestPage(html: "<a id=a href=x>", baseURL: URL(string: base))
            #expect(try await page.evaluate("document.URL") as? String == base)
            #expect(page.webView.url?.absoluteString == base)
            let link = try #require(URL(string: "x", relativeTo: URL(string: base))).absoluteString
            #expect(try await page.evaluate("document.getElementById('a').href") as? String == link)
        }
    }

    @Test func `ld-bytes, ld-plain-text: data is shown as its MIME type and encoding say`() async throws {
        let page = TestPage()
        let base = try #require(URL(string: "http://data.example/"))
        func load(_ data: Data, _ type: String, _ encoding: String) async throws -> String {
            try await page.navigation.waitForEnd(
                of: page.webView.load(data, mimeType: type, characterEncodingName: encoding, baseURL: base))
            return valueText(
                try await page.evaluate("[document.contentType, document.characterSet, document.body?.textContent]"))
        }
        #expect(
            try await load(Data([0x68, 0xE9]), "text/html", "ISO-8859-1") == "[\"text/html\", \"windows-1252\", \"hé\"]"
        )
        #expect(try await load(Data("hé".utf8), "text/html", "UTF-8") == "[\"text/html\", \"UTF-8\", \"hé\"]")
        #expect(try await load(Data("<b>é".utf8), "text/plain", "utf-8") == "[\"text/plain\", \"UTF-8\", \"<b>é\"]")
        #expect(
            try await load(Data("<r>x</r>".utf8), "application/xml", "UTF-8")
                == "[\"application/xml\", \"UTF-8\", null]")
        #expect(try await load(Data(), "text/html", "UTF-8") == "[\"text/html\", \"UTF-8\", \"\"]")
        let svg = "<svg xmlns='http://www.w3.org/2000/svg'/>"
        #expect(try await load(Data(svg.utf8), "image/svg+xml", "").hasPrefix("[\"image/svg+xml\""))
        #expect(page.navigation.events.count { $0.name == "finished" } == 6)
    }

    @Test func `ld-file-read-access: a file may read what its folder holds`() async throws {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("gawa \u{FC} \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("window.other = 'read'".utf8).write(to: folder.appendingPathComponent("other.js"))
        let file = folder.appendingPathComponent("page #1.html")
        try Data("<title>file</title><script src=other.js></script>".utf8).write(to: file)
        let page = TestPage()
        let navigation = page.webView.loadFileURL(file, allowingReadAccessTo: folder)
        try await page.navigation.waitForEnd(of: navigation)
        #expect(try await page.evaluate("document.title + other") as? String == "fileread")
        #expect(page.webView.url == file)
        #expect(page.navigation.events.allSatisfy { $0.navigation === navigation })
    }

    @Test func `an empty page is a page`() async throws {
        let page = try await TestPage(html: "<title>full</title>full")
        try await page.load(html: "", baseURL: URL(string: "http://empty.example/"))
        #expect(
            try await page.evaluate("document.URL + document.title + document.body.textContent") as? String
                == "http://empty.example/")
    }

    @Test func `ld-file-base-no-crash: a base URL that is a strange file URL is no harm`() async throws {
        let page = try await TestPage(html: "<html>hi</html>", baseURL: URL(string: "file:///.file/id="))
        #expect(try await page.evaluate("document.body.textContent") as? String == "hi")
    }

    @Test func `nv-reload-events, nv-reload-nothing: reload loads the same address again`() async throws {
        let server = try TestServer()
        server.route("/", TestServer.Response.html("<p>").header("Cache-Control", "max-age=3600"))
        let page = TestPage()
        #expect(page.webView.reload() == nil)
        #expect(page.webView.reloadFromOrigin() == nil)
        try await page.load(server.url())
        #expect(page.navigation.events.map(\.name) == ["started", "committed", "finished"])
        page.navigation.reset()
        let reload = try #require(page.webView.reload())
        try await page.navigation.waitForEnd(of: reload)
        #expect(page.navigation.events.map(\.name) == ["started", "committed", "finished"])
        #expect(page.navigation.events.allSatisfy { $0.navigation === reload })
        let count = server.requests.count
        let fromOrigin = try #require(page.webView.reloadFromOrigin())
        try await page.navigation.waitForEnd(of: fromOrigin)
        #expect(server.requests.count == count + 1)
        #expect(server.requests.last?[header: "Cache-Control"]?.contains("no-cache") == true)
    }

    @Test func `reload of a page that was given as text shows it again`() async throws {
        let page = try await TestPage(html: "<title>text</title>", baseURL: URL(string: "http://text.example/"))
        try await page.evaluate("document.title = 'changed'")
        let navigation = page.webView.reload()
        let result = await outcome {
            try await page.navigation.waitForEnd(of: navigation, timeout: .seconds(10))
            return try await page.evaluate("document.title")
        }
        // The engine asks the network for the base URL, which has no such page.
        #expect(result != "\"changed\"")
    }
}
