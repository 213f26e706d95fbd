import Foundation
import Testing

@testable import Gawa

/// Who is asked for an answer, and in which order.
struct RouteDirectoryTests {
    private final class Answerer: RouteAnswering {
        let isEmbeddable: Bool
        let text: String?

        init(_ text: String?, isEmbeddable: Bool = false) {
            self.text = text
            self.isEmbeddable = isEmbeddable
        }

        func answer(_ request: RouteRequest) async throws -> RouteResponse? { text.map { .text($0) } }
    }

    private func makeDirectory(_ answerers: [Answerer]) throws -> RouteDirectory {
        var directory = RouteDirectory()
        directory.answerers = answerers
        for (method, pattern, isEmbeddable) in [
            ("GET", "open", true), ("GET", "closed", false), ("POST", "open", false),
        ] {
            let route = Route(
                method: method, pattern: try RoutePattern(pattern), isEmbeddable: isEmbeddable, timeLimit: nil
            ) { _ in .text("the table") }
            let isNew = directory.table.add(route)
            #expect(isNew)
        }
        return directory
    }

    private func answer(
        _ method: String, _ path: String, _ access: RouteAccess, _ answerers: [Answerer] = []
    ) async throws -> String {
        let url = try #require(URL(string: "native://native\(path)"))
        let request = RouteRequest(method: method, url: url, path: path, headers: [:], body: Data(), origin: nil)
        let response: RouteResponse =
            switch try makeDirectory(answerers).find(method, try RoutePath(encoded: path), for: access) {
            case .answer(let response): response
            case .worker(let worker): try await worker.answer(request)
            }
        guard case .data(let data) = response.body.content else { return "\(response.status.rawValue)" }
        return "\(response.status.rawValue) \(String(decoding: data, as: UTF8.self))"
    }

    private func full() throws -> RouteAccess { .full(try #require(WebOrigin("https://app.example.com"))) }

    @Test func `the table comes first, then each answerer in its order`() async throws {
        let answerers = [Answerer(nil), Answerer("one"), Answerer("two")]
        #expect(try await answer("GET", "/closed", full(), answerers) == "200 the table")
        #expect(try await answer("GET", "/other", full(), answerers) == "200 one")
        #expect(try await answer("PUT", "/closed", full(), answerers).hasPrefix("405 "))
        #expect(try await answer("GET", "/other", full(), [Answerer(nil)]) == "404 There is no such route")
        #expect(try await answer("GET", "/other", full()) == "404 There is no such route")
    }

    @Test func `who tells no origin has what is embeddable, and else the same refusal whatever there is`() async throws
    {
        let refusal = "403 The policy of the app's routes does not allow this page to ask"
        let answerers = [Answerer("private"), Answerer("public", isEmbeddable: true)]
        #expect(try await answer("GET", "/open", .embedding, answerers) == "200 the table")
        #expect(try await answer("HEAD", "/open", .embedding) == "200 the table")
        #expect(try await answer("GET", "/other", .embedding, answerers) == "200 public")
        for path in ["/closed", "/other"] {
            #expect(try await answer("GET", path, .embedding, [Answerer("private")]) == refusal)
            #expect(try await answer("GET", path, .embedding, [Answerer(nil, isEmbeddable: true)]) == refusal)
        }
        for method in ["POST", "PUT", "OPTIONS"] {
            #expect(try await answer(method, "/open", .embedding, answerers) == refusal)
            // What is embeddable and takes any method.
            #expect(try await answer(method, "/other", .embedding, answerers) == refusal)
        }
        for path in ["/open", "/closed", "/other"] {
            #expect(try await answer("GET", path, .refused, answerers) == refusal)
        }
    }

    @Test func `OPTIONS tells the methods of a path and allows the fields that were asked for`() throws {
        let directory = try makeDirectory([])
        let headers: RouteHeaders = ["Access-Control-Request-Headers": "x-mine, content-type,bad name:,x y"]
        let response = directory.options(of: try RoutePath(encoded: "/open"), headers)
        #expect(response.status == .noContent)
        #expect(response.headers["Allow"] == "GET, HEAD, OPTIONS, POST")
        #expect(response.headers["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS, POST")
        #expect(response.headers["Access-Control-Allow-Headers"] == "x-mine, content-type")
        #expect(directory.options(of: try RoutePath(encoded: "/other"), [:]).status == .notFound)
    }
}
