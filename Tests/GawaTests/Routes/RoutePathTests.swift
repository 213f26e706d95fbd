import Testing

@testable import Gawa

/// Paths as requests have them.
struct RoutePathTests {
    private static let good: [(encoded: String, segments: [String])] = [
        ("/", []),
        ("/a", ["a"]),
        ("/a/", ["a"]),
        ("/a/b", ["a", "b"]),
        ("//", [""]),
        ("//a", ["", "a"]),
        ("/a//b", ["a", "", "b"]),
        ("/a%2Fb/c", ["a/b", "c"]),
        ("/a%20b+c", ["a b+c"]),
        ("/%E3%83%95%E3%82%A9", ["フォ"]),
        ("/%F0%9F%99%82", ["🙂"]),
        ("/%252e%252e/s", ["%2e%2e", "s"]),
        ("/100%", ["100%"]),
        ("/...", ["..."]),
        ("/a..b/..c/d..", ["a..b", "..c", "d.."]),
        ("/a%5Cb", ["a\\b"]),
        ("/a%2F.%2Fb", ["a/./b"]),
    ]

    @Test(arguments: 0..<good.count)
    func `segments are decoded one by one`(row: Int) throws {
        let path = try RoutePath(encoded: Self.good[row].encoded)
        #expect(path.segments == Self.good[row].segments)
        #expect(path.endsWithSlash == (row > 0 && Self.good[row].encoded.hasSuffix("/")))
    }

    @Test(arguments: [
        "", "a", "/.", "/..", "/../s", "/a/../s", "/%2e", "/%2E%2e/s", "/.%2e/s", "/..%2fs", "/a%2f..", "/..%5cs",
        "/a%5C..%5Cs",
        "/./%2e%2e%2fs", "/%00s", "/a%00", "/..%2F%CC%88s", "/%FF", "/a%C3", "/%ED%A0%80", "/%C0%AE%C0%AE/s",
    ])
    func `BR-067: what leads upwards, has a NUL or is no UTF-8 is status 400`(encoded: String) {
        let error = #expect(throws: RouteError.self) { try RoutePath(encoded: encoded) }
        #expect(error?.status == .badRequest)
    }

    @Test func `the text is the decoded path, with its slash at the end`() throws {
        #expect(try RoutePath(encoded: "/").text == "/")
        #expect(try RoutePath(encoded: "/a%20b/").text == "/a b/")
        #expect(try RoutePath(encoded: "/a//b").text == "/a//b")
    }
}
