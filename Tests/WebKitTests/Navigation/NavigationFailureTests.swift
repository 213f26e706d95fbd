import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Loads that fail: the error's domain, code and address are Apple's.
@MainActor
@Suite(.serialized)
struct NavigationFailureTests {
    /// Loads an address that has to fail before its document is there.
    private func failure(of url: String, after page: TestPage? = nil) async throws -> NSError {
        let page = page ?? TestPage()
        let navigation = page.webView.load(URLRequest(url: try #require(URL(string: url))))
        do {
            try await page.navigation.waitForEnd(of: navigation)
        } catch let limit as TimeLimitExceeded {
            throw limit
        } catch {
            let end = try #require(page.navigation.events.last)
            #expect(end.name == "failedProvisionally")
            #expect(end.navigation === navigation)
            #expect(page.navigation.events.map(\.name).suffix(2) == ["started", "failedProvisionally"])
            #expect(!page.webView.isLoading)
            return error as NSError
        }
        throw TestError("\(url) did not fail")
    }

    private func check(_ error: NSError, _ code: URLError.Code, url: String) {
        #expect(error.domain == NSURLErrorDomain)
        #expect(error.code == code.rawValue)
        #expect((error.userInfo[NSURLErrorFailingURLErrorKey] as? URL)?.absoluteString == url)
        #expect(error.userInfo["NSErrorFailingURLStringKey"] as? String == url)
        #expect(!error.localizedDescription.isEmpty)
    }

    @Test func `a connection that is refused is cannotConnectToHost`() async throws {
        let server = try TestServer()
        let url = server.url("/x").absoluteString
        server.stop()
        check(try await failure(of: url), .cannotConnectToHost, url: url)
    }

    @Test func `a host that is not known is cannotFindHost`() async throws {
        let url = "http://no-such-host.invalid/path"
        check(try await failure(of: url), .cannotFindHost, url: url)
    }

    @Test func `nv-unknown-scheme-fails: a scheme that nobody serves is unsupportedURL`() async throws {
        for url in ["non-existant-scheme://", "nosuch://host/path", "mailto:a@b.example"] {
            let error = try await failure(of: url)
            #expect(error.domain == NSURLErrorDomain, "\(url)")
            #expect(error.code == -1002, "\(url)")
        }
    }

    @Test func `a connection that is cut is networkConnectionLost`() async throws {
        let socket = try CuttingServer()
        defer { socket.stop() }
        let url = "http://127.0.0.1:\(socket.port)/"
        check(try await failure(of: url), .networkConnectionLost, url: url)
    }

    @Test func `a file that is not there is fileDoesNotExist`() async throws {
        let url = "file:///no/such/file.html"
        check(try await failure(of: url), .fileDoesNotExist, url: url)
    }

    @Test func `redirects without end are httpTooManyRedirects`() async throws {
        let server = try TestServer()
        server.route("/loop", .redirect(to: "/loop"))
        let page = TestPage()
        let navigation = page.webView.load(URLRequest(url: server.url("/loop")))
        do {
            try await page.navigation.waitForEnd(of: navigation)
            Issue.record("It ended")
        } catch {
            #expect((error as? URLError)?.code == .httpTooManyRedirects)
        }
    }

    @Test func `after a failure the page before it is there, and no page of the engine's own shows`() async throws {
        let page = try await TestPage(html: "<title>before</title>", baseURL: URL(string: "http://before.example/"))
        page.navigation.reset()
        _ = try await failure(of: "http://no-such-host.invalid/", after: page)
        #expect(try await page.evaluate("document.title") as? String == "before")
        #expect(page.webView.url?.absoluteString == "http://before.example/")
        #expect(page.webView.title == "before")
        #expect(page.navigation.events.map(\.name) == ["started", "failedProvisionally"])
    }

    @Test func `a response that is cut short after its commit fails the load`() async throws {
        let socket = try CuttingServer(
            answer: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n<title>half</title>"
                + String(repeating: "x", count: 5000))
        defer { socket.stop() }
        let page = TestPage()
        let navigation = page.webView.load(
            URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(socket.port)/"))))
        do {
            try await page.navigation.waitForEnd(of: navigation)
            Issue.record("It ended well")
        } catch {
            #expect((error as? URLError)?.code == .networkConnectionLost)
        }
        #expect(page.navigation.events.map(\.name) == ["started", "committed", "failed"])
        #expect(page.navigation.events.last?.navigation === navigation)
    }

    @Test func `nv-invalid-url-space-host: an address that no engine can show is a WebKit error`() async throws {
        let error = try await failure(of: "https://%20.example.com/")
        #expect(error.domain == "WebKitErrorDomain")
        #expect(error.code == 101)
    }

    @Test func `ev-attachment-document: an attachment interrupts the load, and the page before it stays`()
        async throws
    {
        let server = try TestServer()
        server.route("/", TestServer.Response.html("Hello").header("Content-Disposition", "attachment"))
        let page = try await TestPage(html: "<title>before</title>")
        let error = try await failure(of: server.url().absoluteString, after: page)
        #expect(error.domain == "WebKitErrorDomain")
        #expect(error.code == 102)
        #expect(try await page.evaluate("document.title") as? String == "before")
    }

    @Test func `a server that speaks no TLS is secureConnectionFailed`() async throws {
        let socket = try CuttingServer(answer: "HTTP/1.1 400 Bad Request\r\n\r\n")
        defer { socket.stop() }
        let url = "https://127.0.0.1:\(socket.port)/"
        check(try await failure(of: url), .secureConnectionFailed, url: url)
    }
}
