import GawaTestSupport
import Testing
import WebKit

@testable import NativeValues

/// The article of 2015: a page gets values from a `URLProtocol` class, by ordinary requests to `http://native/`.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(1)))
struct NativeValuesTests {
    @Test func `the page shows what each way of asking got`() async throws {
        let open = try await OpenValues()
        #expect(
            try await open.rows() == [
                "synchronous | value | ネイティブの値: bar は「baz」",
                "asynchronous | value | ネイティブの値: bar は「バズ」",
                "fetch | value | ネイティブの値: bar は「a+b & c」",
                "empty | value | (empty)",
                "missing | failure | failed: 404 There is no value at /missing",
            ])
        let heading = try await open.call("return document.querySelector('h1').textContent")
        #expect(heading as? String == "values: 4, failures: 1")
        // The page's own server saw the page's files, and nothing that was asked of the app.
        #expect(Set(open.server.requests.map(\.path)).isSubset(of: ["/", "/style.css", "/values.js", "/favicon.ico"]))
    }

    @Test func `a text answer has its type and an empty one no bytes, synchronously too`() async throws {
        let open = try await OpenValues()
        let seen = try await open.call(
            """
            return ["foo?bar=baz", "empty", "missing"].map((path) => {
                const xhr = new XMLHttpRequest();
                xhr.open("GET", `http://native/${path}`, false);
                xhr.send(null);
                return [xhr.status, xhr.getResponseHeader("content-type"), xhr.responseText.length].join(" | ");
            });
            """)
        #expect(
            seen as? [String] == [
                "200 | text/plain; charset=utf-8 | 19", "200 | text/plain | 0", "404 | text/plain; charset=utf-8 | 29",
            ])
    }

    @Test func `a page of an origin that the app does not name gets nothing`() async throws {
        let open = try await OpenValues(host: "127.0.0.1")
        let rows = try await open.rows()
        #expect(rows.count == 5)
        for row in rows { #expect(row.contains(" | failure | ") && !row.contains("ネイティブ"), "\(row)") }
    }

    @Test(arguments: [
        ("http://native/foo", true), ("http://native", true), ("https://native/foo", false),
        ("http://native.example/foo", false), ("http://example.com/native", false),
    ])
    func `the class takes requests to the host native alone`(address: String, isTaken: Bool) throws {
        let url = try #require(URL(string: address))
        #expect(NativeValueProtocol.canInit(with: URLRequest(url: url)) == isTaken)
    }

    @Test func `the screen is freed when its owner lets it go`() async throws {
        weak var screen: NativeValuesScreen?
        weak var webView: WKWebView?
        do {
            let open = try await OpenValues()
            (screen, webView) = (open.screen, open.screen.webView)
        }
        #expect(try await isReleased { screen })
        #expect(try await isReleased { webView })
    }
}
