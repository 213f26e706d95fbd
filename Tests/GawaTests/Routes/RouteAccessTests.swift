import Testing

@testable import Gawa

/// Who may ask, by the header fields of the request.
struct RouteAccessTests {
    private static let policy = BridgePolicy.origins(["https://app.example.com", "http://localhost:3000"])

    private func access(_ headers: RouteHeaders) -> RouteAccess {
        RouteAccess(RouteAsker(headers), policy: Self.policy)
    }

    private func full(_ text: String) throws -> RouteAccess { .full(try #require(WebOrigin(text))) }

    @Test(arguments: ["https://app.example.com", "http://localhost:3000", "native://native", "native://https.native"])
    func `an origin of the list, and the routes' own, may have all`(origin: String) throws {
        #expect(access(["Origin": origin]) == (try full(origin)))
        #expect(access(["origin": origin, "Referer": "https://evil.example/"]) == (try full(origin)))
        // A sandboxed frame with an address of the origin sends the same.
        #expect(access(["Referer": origin + "/a/b?c"]) == .embedding)
        #expect(access(["Referer": origin]) == .embedding)
    }

    @Test(arguments: [
        "null", "", "https://app.example.com.", "https://app.example.com:8443", "http://app.example.com",
        "https://app.example.com.evil.example", "HTTPS://app.example.com", "https://app.example.com/", "http://native",
        "https://native", "native://evil", "https://app.example.com, https://evil.example", "http://localhost",
    ])
    func `any other origin is refused, whatever the page before says`(origin: String) {
        #expect(access(["Origin": origin]) == .refused)
        #expect(access(["Origin": origin, "Referer": "https://app.example.com/"]) == .refused)
    }

    @Test(arguments: [
        "https://evil.example/https://app.example.com/", "about:blank", "https://app.example.com@evil.example/", "",
    ])
    func `any other page before is refused`(referrer: String) {
        #expect(access(["Referer": referrer]) == .refused)
    }

    @Test func `a page of the routes' own says so where the engine tells no origin, and nobody else can`() throws {
        #expect(access(["Gawa-Own": "1"]) == (try full("native://native")))
        #expect(access(["Gawa-Own": "1", "Referer": "native://native/a"]) == (try full("native://native")))
        #expect(access(["Gawa-Own": "1", "Referer": "https://app.example.com/"]) == .embedding)
        // The page and the script both.
        #expect(access(["Gawa-Own": "1, 1"]) == (try full("native://native")))
        let mapped = RouteAsker(["Gawa-Own": "1"], host: "http.native")
        #expect(RouteAccess(mapped, policy: Self.policy) == (try full("native://http.native")))
        #expect(RouteAccess(RouteAsker(["Gawa-Own": "1"], host: "evil"), policy: Self.policy) == .refused)
        #expect(access(["Gawa-Own": "0"]) == .embedding)
        #expect(access(["Gawa-Own": "1", "Origin": "null"]) == .refused)
        #expect(access(["Gawa-Own": "1", "Origin": "https://evil.example"]) == .refused)
        #expect(access(["Gawa-Own": "1", "Referer": "https://evil.example/"]) == .refused)
    }

    @Test func `without both there is what may be embedded`() {
        #expect(access([:]) == .embedding)
        #expect(access(["X-Origin": "https://app.example.com"]) == .embedding)
    }
}
