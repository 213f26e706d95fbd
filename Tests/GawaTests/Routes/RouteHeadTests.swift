import Foundation
import Testing

@testable import Gawa

/// What is added to an answer, and left out of it.
struct RouteHeadTests {
    private func head(
        _ response: RouteResponse, method: String = "GET", origin: String? = "https://app.example.com",
        isEmbeddable: Bool = false
    ) throws -> RouteHead {
        var access = RouteAccess.embedding
        if let origin { access = .full(try #require(WebOrigin(origin))) }
        return RouteHead(response, method: method, access: access, isEmbeddable: isEmbeddable)
    }

    private func byteCount(_ head: RouteHead) -> Int? {
        switch head.content {
        case .none: 0
        case .data(let data): data.count
        case .pieces(let byteCount, _): byteCount
        }
    }

    @Test func `the length is that of the body, whatever the handler says`() throws {
        var response = RouteResponse.text("äb")
        response.headers["Content-Length"] = "99"
        #expect(try head(response).headers["content-length"] == "3")
        response.body = .pieces { { nil } }
        response.headers["Content-Length"] = "99"
        #expect(try head(response).headers["Content-Length"] == nil)
        response.body = .pieces(byteCount: 7) { { nil } }
        #expect(try head(response).headers["Content-Length"] == "7")
        #expect(try head(RouteResponse(status: .ok)).headers["Content-Length"] == "0")
    }

    @Test func `HEAD has the length and no body`() throws {
        let text = try head(.text("abc"), method: "HEAD")
        #expect(text.headers["Content-Length"] == "3")
        #expect(byteCount(text) == 0)
        // A handler that has looked at the method may leave the body out.
        var response = RouteResponse(headers: ["Content-Length": "12345"])
        #expect(try head(response, method: "HEAD").headers["Content-Length"] == "12345")
        response.body = .pieces { { nil } }
        #expect(byteCount(try head(response, method: "HEAD")) == 0)
    }

    @Test(arguments: [RouteStatus.noContent, 205, .notModified])
    func `BR-088: a status without a body has none`(status: RouteStatus) throws {
        let found = try head(.text("abc", status: status))
        #expect(byteCount(found) == 0)
        #expect(found.headers["Content-Length"] == (status == 205 ? "0" : nil))
    }

    @Test func `the answer names the exact origin, never all, and what handlers say of it is left out`() throws {
        var response = RouteResponse.text("a")
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Allow-Methods"] = "*"
        response.headers["X-Mine"] = "1"
        response.headers["Vary"] = "Accept"
        let found = try head(response).headers
        #expect(found["Access-Control-Allow-Origin"] == "https://app.example.com")
        #expect(found["Access-Control-Allow-Methods"] == nil)
        #expect(found["Access-Control-Expose-Headers"] == "content-length, content-type, x-mine")
        #expect(found["Vary"] == "Accept, Origin")
        let embedded = try head(response, origin: nil, isEmbeddable: true).headers
        #expect(embedded["Access-Control-Allow-Origin"] == nil)
        #expect(embedded["Access-Control-Expose-Headers"] == nil)
        #expect(embedded["X-Content-Type-Options"] == "nosniff")
        response.headers["Vary"] = "origin"
        #expect(try head(response).headers["Vary"] == "origin")
    }

    @Test func `Foundation gets each name once`() throws {
        var response = RouteResponse.text("a")
        response.headers.add("Cache-Control", "no-store")
        response.headers.add("cache-control", "private")
        let url = try #require(URL(string: "native://native/"))
        let http = try #require(try head(response).response(to: url) as? HTTPURLResponse)
        #expect(http.value(forHTTPHeaderField: "Cache-Control") == "no-store, private")
        #expect(http.statusCode == 200)
    }
}
