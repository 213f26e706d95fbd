import Foundation
import Testing

@testable import Gawa

struct AssetPathTests {
    @Test(arguments: [
        ("/", [], true), ("", [], true), ("/a.txt", ["a.txt"], false), ("/a/b/", ["a", "b"], true),
        ("//a///b", ["a", "b"], false), ("/a%20b%23c%3fd%25", ["a b#c?d%"], false), ("/a.txt?v=1/2", ["a.txt"], false),
        ("/a..b/c...", ["a..b", "c..."], false), ("/%2561", ["%61"], false), ("/%C3%A9", ["é"], false),
        ("/%41", ["A"], false), ("/a+b", ["a+b"], false), ("/@jane.doe", ["@jane.doe"], false),
    ])
    func `a path is decoded once, name by name`(path: String, names: [String], endsWithSlash: Bool) throws {
        let url = try #require(URL(string: "app://assets" + path))
        #expect(AssetPath(url) == .names(names, endsWithSlash: endsWithSlash))
    }

    @Test(arguments: [
        "/../s", "/..", "/.", "/./s", "/%2e%2e/s", "/%2E./s", "/..%2fs", "/a%2f..%2fs", "/..%5cs", "/a%5c..%5cs",
        "/a/../../s", "/./%2e%2e%2fs", "/%2f..%2fs", "/%00s", "/s%00.txt", "/.env", "/.git/config", "/a/.hidden",
        "/a%2f.hidden", "/%c0%ae%c0%ae/s", "/%c0%af", "/%e0%80%ae/s", "/%ff", "/%ed%a0%80",
    ])
    func `BR-067: a path that leads upwards, is hidden or is no text is refused`(path: String) throws {
        let url = try #require(URL(string: "app://assets" + path))
        #expect(AssetPath(url) == .refused)
    }

    @Test(arguments: ["/a%2fb", "/a%2Fb/", "/%2fetc%2fpasswd", "/a%5cb"])
    func `a separator within a name is no file's`(path: String) throws {
        let url = try #require(URL(string: "app://assets" + path))
        #expect(AssetPath(url) == .routeOnly)
    }

    @Test func `BR-077: the path of a file's URL leads to its name`() throws {
        for name in [
            "a b.txt", "a#b.txt", "a?b.txt", "a%20b.txt", "e\u{301}.txt", "\u{e9}.txt", "a&b=c;d+e:f@g",
            "a\"<>`{}|^.txt",
        ] {
            let path = AssetFolder.urlPath(ofFile: "folder/" + name)
            let url = try #require(URL(string: "app://assets" + path + "?v=1#f"))
            guard case .names(let names, false) = AssetPath(url) else {
                Issue.record("\(path) is no file's")
                continue
            }
            #expect(names.map { Array($0.utf8) } == [Array("folder".utf8), Array(name.utf8)])
        }
    }
}
