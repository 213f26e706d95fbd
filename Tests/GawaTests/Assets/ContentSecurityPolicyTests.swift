import Foundation
import Testing

@testable import Gawa

struct ContentSecurityPolicyTests {
    private static let html = """
        <script nonce="__CSP_NONCE__">a</script><style nonce='__CSP_NONCE__'></style><p>ü __CSP_NONCE_ __CSP_NONCE__
        """

    private func options(_ policy: ContentSecurityPolicy?) -> AssetFolder.Options {
        var options = AssetFixture.plainOptions
        options.contentSecurityPolicy = policy
        return options
    }

    private func nonce(of reply: AssetReply) throws -> String {
        let policy = try #require(reply.headers["Content-Security-Policy"])
        return String(try #require(policy.firstMatch(of: /'nonce-([A-Za-z0-9+\/=]+)'/)).1)
    }

    @Test func `each page has a nonce of its own, in the header and at every placeholder`() async throws {
        let fixture = try AssetFixture(["index.html": Self.html])
        var nonces: Set<String> = []
        for _ in 0..<50 {
            let reply = try await fixture.answer("GET", "/", options: options(.standard))
            let nonce = try nonce(of: reply)
            let bytes = try #require(Data(base64Encoded: nonce))
            #expect(bytes.count == 16)
            #expect(reply.text == Self.html.replacing("__CSP_NONCE__", with: nonce))
            #expect(reply.headers["Content-Length"] == String(reply.body.count))
            nonces.insert(nonce)
        }
        #expect(nonces.count == 50)
    }

    @Test func `a page with a nonce is not stored, compared or given in parts`() async throws {
        let fixture = try AssetFixture(["index.html": Self.html, "index.html.gz": "coded"])
        let plain = try await fixture.answer("GET", "/", options: options(nil))
        let headers: RouteHeaders = [
            "If-None-Match": try #require(plain.headers["ETag"]),
            "If-Modified-Since": try #require(plain.headers["Last-Modified"]), "Range": "bytes=0-1",
            "Accept-Encoding": "gzip",
        ]
        let reply = try await fixture.answer("GET", "/", headers, options: options(.standard))
        #expect(reply.status == 200 && reply.text.contains("<script"))
        #expect(reply.headers["Cache-Control"] == "no-store" && reply.headers["Accept-Ranges"] == "none")
        for name in ["ETag", "Last-Modified", "Content-Encoding", "Vary", "Content-Range"] {
            #expect(reply.headers[name] == nil, "\(name)")
        }
        let head = try await fixture.answer("HEAD", "/", options: options(.standard))
        #expect(head.body.isEmpty && head.headers["Content-Length"] == String(reply.body.count))
    }

    @Test func `a policy without a nonce leaves the page and its validators`() async throws {
        let fixture = try AssetFixture(["index.html": Self.html])
        let reply = try await fixture.answer("GET", "/", options: options("default-src 'self'"))
        #expect(reply.text == Self.html && reply.headers["ETag"] != nil)
        #expect(reply.headers["Content-Security-Policy"] == "default-src 'self'")
    }

    @Test func `only pages have a policy, and none without one`() async throws {
        let fixture = try AssetFixture(["a.js": "__CSP_NONCE__", "a.html": Self.html, "a.xhtml": Self.html])
        let script = try await fixture.answer("GET", "/a.js", options: options(.standard))
        #expect(
            script.text == "__CSP_NONCE__" && script.headers["Content-Security-Policy"] == nil
                && script.headers["ETag"] != nil)
        let page = try await fixture.answer("GET", "/a.html", options: options(nil))
        #expect(page.text == Self.html && page.headers["Content-Security-Policy"] == nil)
        let other = try await fixture.answer("GET", "/a.xhtml", options: options(.standard))
        #expect(try other.text.contains(nonce(of: other)))
    }

    @Test func `a page that is too large for it keeps the placeholder`() async throws {
        let fixture = try AssetFixture()
        try fixture.write("big.html", Self.html + String(repeating: " ", count: AssetAnswer.maximumPageSize))
        let reply = try await fixture.answer("GET", "/big.html", options: options(.standard))
        #expect(reply.text.hasPrefix(Self.html) && reply.headers["ETag"] == nil)
        #expect(try !reply.text.contains(nonce(of: reply)))
    }

    @Test func `the fallback's page has a nonce too`() async throws {
        let fixture = try AssetFixture(["index.html": Self.html])
        var options = options(.standard)
        options.servesIndexForUnknownPages = true
        let reply = try await fixture.answer("GET", "/notes/42", ["Accept": "text/html"], options: options)
        #expect(try reply.text.contains(nonce(of: reply)))
    }

    @Test func `a policy of several lines is one`() {
        let policy: ContentSecurityPolicy = """
            default-src 'self';
              img-src \t data:
            """
        #expect(policy.value == "default-src 'self'; img-src data:" && !policy.usesNonce)
        #expect(ContentSecurityPolicy.standard.usesNonce && !ContentSecurityPolicy.standard.value.contains("\n"))
    }

    @Test func `a policy that no header can hold stops the program with a sentence`() async {
        await #expect(processExitsWith: .failure) { _ = ContentSecurityPolicy("default-src 'self'\u{7F}") }
    }
}
