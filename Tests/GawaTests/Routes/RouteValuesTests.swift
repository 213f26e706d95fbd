import Foundation
import Testing

@testable import Gawa

/// The values that requests and answers are made of.
struct RouteValuesTests {
    // MARK: Header fields

    @Test func `header fields are found in any case, and lines of one name are joined in their order`() {
        var headers: RouteHeaders = ["Accept": " text/html ", "X-A": "1", "x-a": "2"]
        #expect(headers["accept"] == "text/html")
        #expect(headers["X-a"] == "1, 2")
        #expect(headers.values(of: "x-A") == ["1", "2"])
        headers["x-A"] = "3"
        #expect(headers.fields.map(\.value) == ["text/html", "3"])
        headers["accept"] = nil
        #expect(headers["Accept"] == nil)
        #expect(headers["missing"] == nil)
        headers.add("Empty", " \t ")
        #expect(headers["Empty"] == "")
    }

    @Test(arguments: [
        ("X-A", "a\r\nX-B: c"), ("X-A", "a\nb"), ("X-A", "a\0b"), ("X-A", "\u{7F}"), ("X A", "b"), ("", "b"),
        ("X-A:", "b"), ("X\r\n", "b"),
        ("Ä", "b"),
    ])
    func `a field that could end the header is left out`(name: String, value: String) {
        var headers = RouteHeaders()
        let isAdded = headers.add(name, value)
        #expect(!isAdded)
        headers[name] = value
        #expect(headers.fields.isEmpty)
        #expect(!RouteHeaders.isAllowed(name, value))
        #expect(RouteResponse(headers: [name: value]).headers.fields.isEmpty)
    }

    // MARK: Forms

    @Test func `a query is read as a form is`() {
        let form = RouteForm(encoded: "a=1&b=x+y%2Bz&a=2&&c&=d&e=f=g&%C3%A4=%F0%9F%99%82&bad=%zz%")
        #expect(form["a"] == "1")
        #expect(form.values(of: "a") == ["1", "2"])
        #expect(form["b"] == "x y+z")
        #expect(form["c"] == "")
        #expect(form[""] == "d")
        #expect(form["e"] == "f=g")
        #expect(form["ä"] == "🙂")
        #expect(form["bad"] == "%zz%")
        #expect(form["missing"] == nil)
        #expect(form.count == 8)
        #expect(RouteForm(encoded: "").isEmpty)
    }

    // MARK: Bodies

    private struct Note: Codable, Equatable {
        struct Line: Codable, Equatable { let price: Int }
        let title: String
        var lines: [Line] = []
    }

    private func request(_ body: String, type: String? = "application/json") throws -> RouteRequest {
        var headers = RouteHeaders()
        headers["Content-Type"] = type
        let url = try #require(URL(string: "native://native/notes?a=1&b=%26"))
        return RouteRequest(
            method: "POST", url: url, path: "/notes", headers: headers, body: Data(body.utf8), origin: nil)
    }

    @Test(arguments: [
        "application/json", "Application/JSON; charset=utf-8", "application/problem+json", "text/plain;charset=UTF-8",
        nil,
    ])
    func `a JSON body is decoded`(type: String?) throws {
        let note: Note = try request(#"{"title": "ä", "lines": [{"price": 3}]}"#, type: type).json()
        #expect(note == Note(title: "ä", lines: [.init(price: 3)]))
    }

    @Test(arguments: [
        (#"{"title": "a", "lines": [{"price": 1}, {"price": "x"}]}"#, "body.lines[1].price"),
        (#"{"lines": []}"#, "title"),
        (#"{"title": null, "lines": []}"#, "body.title"), ("{", "malformed"), ("", "malformed"),
    ])
    func `a JSON body that does not decode is status 400 with the place of the fault`(body: String, place: String)
        throws
    {
        let request = try request(body)
        let error = #expect(throws: RouteError.self) { try request.json(as: Note.self) }
        #expect(error?.status == .badRequest)
        #expect(error?.description.contains(place) == true, "\(String(describing: error))")
    }

    @Test func `a body of another type is status 415`() throws {
        let request = try request("<a/>", type: "text/xml")
        #expect(throws: RouteError(.unsupportedMediaType, "This route takes JSON")) { try request.json(as: Note.self) }
        #expect(throws: RouteError.self) { try request.form() }
        #expect(request.query.map(\.value) == ["1", "&"])
    }

    @Test func `text and forms are read from the body`() throws {
        #expect(try request("ä🙂", type: nil).text() == "ä🙂")
        #expect(try request("a=1&b=c+d", type: "application/x-www-form-urlencoded").form()["b"] == "c d")
        var request = try request("")
        request.body = Data([0xFF])
        let bytes = request
        #expect(throws: RouteError.self) { try bytes.text() }
    }

    @Test func `the body of a stream is read to its end, and not beyond its limit`() throws {
        let data = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        #expect(try RouteBodyStream(InputStream(data: data)).read(limit: data.count) == data)
        let error = #expect(throws: RouteError.self) {
            try RouteBodyStream(InputStream(data: data)).read(limit: data.count - 1)
        }
        #expect(error?.status == .contentTooLarge)
    }

    // MARK: Redirects

    @Test(
        arguments: [
            ("POST", 301, "GET"), ("POST", 302, "GET"), ("POST", 303, "GET"), ("POST", 307, "POST"),
            ("POST", 308, "POST"),
            ("PUT", 301, "PUT"), ("PUT", 303, "GET"), ("HEAD", 303, "HEAD"), ("GET", 302, "GET"),
            ("DELETE", 302, "DELETE"),
        ] as [(String, RouteStatus, String)])
    func `BR-087: a redirect keeps the method and the body, or makes it a GET`(
        method: String, status: RouteStatus, expected: String
    ) throws {
        let url = try #require(URL(string: "native://native/a"))
        let request = RouteRequest(
            method: method, url: url, path: "/a", headers: ["Content-Type": "text/plain", "X-A": "1"],
            body: Data("b".utf8), origin: nil)
        let address = try RouteAddress(location: "/c%20d?e", from: RouteAddress(engineURL: url))
        let next = request.redirected(to: address, try RoutePath(encoded: address.encodedPath), status)
        #expect(next.method == expected)
        #expect(next.path == "/c d")
        #expect(next.url.absoluteString == "native://native/c%20d?e")
        #expect(next.body.isEmpty == (expected != method))
        #expect((next.headers["Content-Type"] == nil) == (expected != method))
        #expect(next.headers["X-A"] == "1")
    }

    // MARK: Events

    @Test func `an event is lines that a page reads back`() {
        let event = ServerSentEvent("a\nb\r\nc\rd", name: "x\ny", id: "1\0", retry: .milliseconds(1500))
        #expect(
            String(decoding: event.data, as: UTF8.self)
                == "event: xy\nid: 1\nretry: 1500\ndata: a\ndata: b\ndata: c\ndata: d\n\n")
        #expect(String(decoding: ServerSentEvent("").data, as: UTF8.self) == "data: \n\n")
        #expect(String(decoding: ServerSentEvent(" a").data, as: UTF8.self) == "data:  a\n\n")
    }

    // MARK: Pieces

    private struct Failure: Error {}

    @Test func `pieces come once each, and none after the end or an error`() async throws {
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        for byte in 1...3 { continuation.yield(Data([UInt8(byte)])) }
        continuation.finish(throwing: Failure())
        let pieces = PieceIterator(stream, first: Data([0]))
        for byte in 0...3 { #expect(try await pieces.next() == Data([UInt8(byte)])) }
        await #expect(throws: Failure.self) { try await pieces.next() }
        #expect(try await pieces.next() == nil)
        #expect(try await pieces.next() == nil)
    }
}
