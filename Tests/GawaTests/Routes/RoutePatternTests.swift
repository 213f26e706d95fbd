import Testing

@testable import Gawa

/// Patterns of paths.
struct RoutePatternTests {
    private static let matches: [(pattern: String, path: String, parameters: [String: String]?)] = [
        ("", "/", [:]),
        ("/", "/", [:]),
        ("", "/a", nil),
        ("notes", "/notes", [:]),
        ("/notes", "/notes/", [:]),
        ("notes", "/Notes", nil),
        ("notes", "//notes", nil),
        ("notes", "/notes//", nil),
        ("notes/:id", "/notes/42", ["id": "42"]),
        ("notes/:id", "/notes/42/", ["id": "42"]),
        ("notes/:id", "/notes", nil),
        ("notes/:id", "/notes/", nil),
        ("notes/:id", "/notes//", nil),
        ("notes/:id", "/notes/a%2Fb", ["id": "a/b"]),
        ("notes/:id/parts/:part", "/notes/1/parts/2", ["id": "1", "part": "2"]),
        ("notes/:id/parts/:part", "/notes/1/parts", nil),
        ("files/*path", "/files/a", ["path": "a"]),
        ("files/*path", "/files/a/b%20c/", ["path": "a/b c"]),
        ("files/*path", "/files", nil),
        ("files/*path", "/files/", nil),
        ("files/*path", "/files/a//b", ["path": "a//b"]),
        ("*all", "/a/b", ["all": "a/b"]),
        ("*all", "/", nil),
        ("フォ/:x", "/%E3%83%95%E3%82%A9/%F0%9F%99%82", ["x": "🙂"]),
        ("a b", "/a%20b", [:]),
        ("100%", "/100%25", [:]),
        ("a:b", "/a:b", [:]),
    ]

    @Test(arguments: 0..<matches.count)
    func `a pattern matches whole paths and gives the decoded parameters`(row: Int) throws {
        let (pattern, path, parameters) = Self.matches[row]
        #expect(try RoutePattern(pattern).match(RoutePath(encoded: path)) == parameters)
    }

    @Test(arguments: [
        ("a/", "ends with a slash"), ("a//b", "empty segment"), ("//a", "empty segment"), ("a/./b", "dot segment"),
        ("..", "dot segment"), ("a?b", "query"), ("a#b", "query"), (":", "no name"), ("a/:1", "no name"),
        ("*", "no name"),
        (":a-b", "no name"), ("*rest/a", "before its end"), (":a/:a", "two parameters"), (":a/*a", "two parameters"),
    ])
    func `a malformed pattern is refused with a sentence`(text: String, sentence: String) {
        let fault = #expect(throws: RoutePattern.Fault.self) { try RoutePattern(text) }
        #expect(fault?.description.contains(sentence) == true, "\(String(describing: fault))")
    }

    @Test func `patterns for the same paths are the same, whatever their parameters are called`() throws {
        #expect(try RoutePattern("a/:b").isSame(as: RoutePattern("/a/:c")))
        #expect(try !RoutePattern("a/:b").isSame(as: RoutePattern("a/*b")))
        #expect(try !RoutePattern("a/:b").isSame(as: RoutePattern("b/:b")))
        #expect(try !RoutePattern("a").isSame(as: RoutePattern("a/:b")))
    }
}
