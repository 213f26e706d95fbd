import Foundation
import Testing

@testable import Gawa

/// Where requests go, and where redirects lead to.
struct RouteAddressTests {
    @Test(arguments: [
        ("native://native/notes/42?x=1", "native://native/notes/42?x=1", "/notes/42"),
        ("native://http.native/notes/42?x=1", "http://native/notes/42?x=1", "/notes/42"),
        ("native://https.native/", "https://native/", "/"),
        ("native://native", "native://native/", "/"),
        ("native://events.native/a", "native://native/a", "/a"),
        ("native://events.http.native/a?b", "http://native/a?b", "/a"),
        ("native://events.https.native/", "https://native/", "/"),
        ("native://native?x", "native://native/?x", "/"),
        ("native://native/a%2Fb?c#d", "native://native/a%2Fb?c", "/a%2Fb"),
        ("NATIVE://native/a", "native://native/a", "/a"),
    ])
    func `a handler sees what the page wrote`(engine: String, page: String, path: String) throws {
        let address = try RouteAddress(engineURL: #require(URL(string: engine)))
        #expect(address.url.absoluteString == page)
        #expect(address.encodedPath == path)
    }

    @Test(arguments: [
        "native://native./", "native://native:80/", "native://x@native/", "native://NATIVE/", "native://xnative/",
        "native://native.evil/", "native://ftp.native/", "native://http.native.native/", "native:///notes",
        "native://events.events.native/", "native://events.native.evil/",
        "native://%6Eative/",
    ])
    func `look-alikes of the host are status 404`(text: String) throws {
        let url = try #require(URL(string: text))
        let error = #expect(throws: RouteError.self) { try RouteAddress(engineURL: url) }
        #expect(error?.status == .notFound)
    }

    @Test(arguments: ["native:notes", "http://native/", "other://native/"])
    func `another scheme is status 400`(text: String) throws {
        let url = try #require(URL(string: text))
        let error = #expect(throws: RouteError.self) { try RouteAddress(engineURL: url) }
        #expect(error?.status == .badRequest)
    }

    @Test(arguments: [
        ("/b", "https://native/b"), ("c?d", "https://native/notes/c?d"), ("?e", "https://native/notes/1?e"),
        ("https://native/f", "https://native/f"), ("../g", "https://native/g"), ("//native/h", "https://native/h"),
    ])
    func `a redirect leads to a place of the same scheme and host`(location: String, page: String) throws {
        let address = try RouteAddress(engineURL: #require(URL(string: "native://https.native/notes/1?x")))
        #expect(try RouteAddress(location: location, from: address).url.absoluteString == page)
    }

    @Test(arguments: [
        "//evil/x", "http://native/x", "native://native/x", "https://native:8080/x", "https://x@native/",
        "https://native.evil/",
        "javascript:alert(1)", "\\\\evil\\x", "/\\evil", "https:\\\\evil", "/a b", "/a\tb", "https://NATIVE/",
    ])
    func `a redirect to any other place is status 500`(location: String) throws {
        let address = try RouteAddress(engineURL: #require(URL(string: "native://https.native/notes/1")))
        let error = #expect(throws: RouteError.self) { try RouteAddress(location: location, from: address) }
        #expect(error?.status == .internalServerError)
    }
}
