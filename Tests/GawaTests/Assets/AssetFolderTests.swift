import Foundation
import Testing

@testable import Gawa

/// What is answered with the files that are there, and without those that are not.
struct AssetFolderTests {
    @Test func `a file is answered with its type, its length and its validators`() async throws {
        let fixture = try AssetFixture(["a.js": "export {}"])
        let reply = try await fixture.answer("GET", "/a.js")
        #expect(reply.status == 200 && reply.text == "export {}")
        #expect(reply.headers["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(reply.headers["Content-Length"] == "9" && reply.headers["Accept-Ranges"] == "bytes")
        #expect(reply.headers["X-Content-Type-Options"] == "nosniff" && reply.headers["Cache-Control"] == "no-cache")
        let tag = try #require(reply.headers["ETag"])
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 10)
        let date = try #require(reply.headers["Last-Modified"].flatMap { HTTPDate($0, now: HTTPDate(seconds: 0)) })
        #expect(abs(date.seconds + 1000 - time(nil)) < 100)
        let head = try await fixture.answer("HEAD", "/a.js")
        #expect(head.status == 200 && head.body.isEmpty && head.headers == reply.headers)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get"])
    func `another method gets status 405 and the methods that there are`(method: String) async throws {
        let reply = try await AssetFixture(["a.txt": "a"]).answer(method, "/a.txt")
        #expect(reply.status == 405 && reply.headers["Allow"] == "GET, HEAD")
        #expect(reply.headers["X-Content-Type-Options"] == "nosniff")
    }

    @Test func `every change of a file changes its tag`() async throws {
        let fixture = try AssetFixture(["a.txt": "one"])
        var tags: [String?] = [try await fixture.answer("GET", "/a.txt").headers["ETag"]]
        // Of the same size and second, then of the same time to the nanosecond in another file.
        let path = fixture.root.path + "/a.txt"
        let second = time_t(1_700_000_000)
        for nanoseconds in [1, 2] {
            let time = timespec(tv_sec: second, tv_nsec: nanoseconds)
            try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
            tags.append(try await fixture.answer("GET", "/a.txt").headers["ETag"])
        }
        let other = try fixture.write("b.txt", "two").path
        let time = timespec(tv_sec: second, tv_nsec: 2)
        try #require(utimensat(AT_FDCWD, other, [time, time], 0) == 0 && rename(other, path) == 0)
        tags.append(try await fixture.answer("GET", "/a.txt").headers["ETag"])
        #expect(Set(tags).count == 4 && !tags.contains(nil))
        #expect(try await fixture.answer("GET", "/a.txt").headers["ETag"] == tags.last)
    }

    @Test func `a date ahead of the clock is not told`() async throws {
        let fixture = try AssetFixture()
        try fixture.write("a.txt", "a", secondsAgo: -100_000)
        let reply = try await fixture.answer("GET", "/a.txt")
        let date = try #require(reply.headers["Last-Modified"].flatMap { HTTPDate($0, now: HTTPDate(seconds: 0)) })
        #expect(date.seconds <= time(nil))
    }

    @Test func `conditions are answered with 304 and 412`() async throws {
        let fixture = try AssetFixture(["a.txt": "abc"])
        let plain = try await fixture.answer("GET", "/a.txt")
        let tag = try #require(plain.headers["ETag"])
        for method in ["GET", "HEAD"] {
            let kept = try await fixture.answer(method, "/a.txt", ["If-None-Match": tag])
            #expect(kept.status == 304 && kept.body.isEmpty)
            for name in ["ETag", "Last-Modified", "Cache-Control"] {
                #expect(kept.headers[name] == plain.headers[name])
            }
            let failed = try await fixture.answer(method, "/a.txt", ["If-Match": "\"x\""])
            #expect(failed.status == 412)
        }
        // The condition counts before the range.
        #expect(try await fixture.answer("GET", "/a.txt", ["If-None-Match": tag, "Range": "bytes=0-0"]).status == 304)
        // What is not there has no state to compare.
        #expect(try await fixture.answer("GET", "/gone", ["If-Match": "*"]).status == 404)
    }

    @Test func `a folder is its index page, at the address with a slash`() async throws {
        let fixture = try AssetFixture([
            "index.html": "top", "a b/index.html": "sub", "empty/x.txt": "x", "c/index.html/x": "x",
        ])
        #expect(try await fixture.answer("GET", "/").text == "top")
        #expect(try await fixture.answer("GET", "").text == "top")
        #expect(try await fixture.answer("GET", "/a%20b/").text == "sub")
        for (path, location) in [
            ("/a%20b", "/a%20b/"), ("/a%20b?x=1&y=%2F", "/a%20b/?x=1&y=%2F"), ("//a%20b", "/a%20b/"),
            ("/a%20b#f", "/a%20b/"),
            ("/%61%20b", "/a%20b/"),
        ] {
            let reply = try await fixture.answer("GET", path)
            #expect(reply.status == 301 && reply.headers["Location"] == location, "\(path)")
        }
        for path in ["/empty", "/empty/", "/c/", "/c", "/index.html/", "/index.html/x", "/a%20b/index.html/"] {
            #expect(try await fixture.answer("GET", path).status == 404, "\(path)")
        }
    }

    @Test func `BR-077: any name is found by its encoded path, without the query`() async throws {
        let names = ["a b.txt", "a#b.txt", "a?b.txt", "a%20b.txt", "é.txt", "x.txt", "+&=;.txt", "日本/語.txt"]
        let fixture = try AssetFixture(Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
        for name in names {
            let path = AssetFolder.urlPath(ofFile: name)
            for path in [path, path + "?v=1#f", path + "?/../x"] {
                let reply = try await fixture.answer("GET", path)
                #expect(reply.status == 200 && reply.text == name, "\(path)")
            }
        }
        #expect(try await fixture.answer("GET", "/a%2520b.txt").text == "a%20b.txt")
    }

    @Test func `no answer of a file is told by another name's path`() async throws {
        let fixture = try AssetFixture(["a.txt": "a"])
        for path in ["/a.tx", "/a.txt.gz", "/A.TXT", "/a.txt%20", "/a.txt;", "/a.txt%0a"] {
            #expect(try await fixture.answer("GET", path).status == 404, "\(path)")
        }
    }

    // MARK: Pages that make their addresses themselves

    private static let navigations: [RouteHeaders] = [
        ["Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
        ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Accept": "*/*"],
        ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"], ["Sec-Fetch-Mode": "navigate"],
    ]

    private static let others: [RouteHeaders] = [
        [:], ["Accept": "*/*"], ["Accept": "image/webp,image/*"], ["Accept": "application/json"],
        ["Accept": "text/html;q=0"],
        ["Accept": "text/css,*/*;q=0.1"],
        ["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script", "Accept": "text/html"],
        ["Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty", "Accept": "text/html"],
        ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "object"],
    ]

    private static let client: AssetFolder.Options = {
        var options = AssetFixture.plainOptions
        options.servesIndexForUnknownPages = true
        return options
    }()

    @Test(arguments: [
        "/@jane.doe", "/docs/v1.2/intro", "/search?q=a.b", "/notes/42", "/folder", "/folder/", "/notes/a%2Fb",
        "/gone.html", "/a.txt/x",
    ])
    func `BR-073: a navigation to a client's address gets the index page`(path: String) async throws {
        let fixture = try AssetFixture(["index.html": "index", "a.txt": "a", "folder/x": "x"])
        for headers in Self.navigations {
            let reply = try await fixture.answer("GET", path, headers, options: Self.client)
            #expect(reply.status == 200 && reply.text == "index", "\(path) \(headers)")
            #expect(reply.headers["Content-Type"] == "text/html; charset=utf-8")
            let tag = try #require(reply.headers["ETag"])
            var again = headers
            again["If-None-Match"] = tag
            #expect(try await fixture.answer("GET", path, again, options: Self.client).status == 304)
            #expect(try await fixture.answer("HEAD", path, headers, options: Self.client).status == 200)
            #expect(try await fixture.answer("POST", path, headers, options: Self.client).status == 405)
            // Only where the app asked for it.
            #expect(try await fixture.answer("GET", path, headers).status == 404)
        }
    }

    @Test func `BR-073: a file with such a name wins`() async throws {
        let fixture = try AssetFixture([
            "index.html": "index", "@jane.doe": "file", "docs/v1.2/intro": "file", "d/index.html": "sub",
        ])
        for path in ["/@jane.doe", "/docs/v1.2/intro"] {
            #expect(try await fixture.answer("GET", path, Self.navigations[0], options: Self.client).text == "file")
        }
        #expect(try await fixture.answer("GET", "/d/", Self.navigations[0], options: Self.client).text == "sub")
        #expect(try await fixture.answer("GET", "/d", Self.navigations[0], options: Self.client).status == 301)
    }

    @Test(arguments: ["/assets/gone.js", "/gone.css", "/gone.png", "/assets/gone.mjs", "/api/notes", "/notes/42"])
    func `BR-074: what is missing and no page never gets HTML, and is told once`(path: String) async throws {
        let fixture = try AssetFixture(["index.html": "index"])
        let seen = SeenPaths()
        var options = Self.client
        options.onMissingFile = { seen.add($0) }
        for headers in Self.others {
            let reply = try await fixture.answer("GET", path, headers, options: options)
            #expect(reply.status == 404 && reply.headers["Content-Type"] == "text/plain; charset=utf-8", "\(headers)")
            #expect(!reply.text.contains("index") && reply.headers["X-Content-Type-Options"] == "nosniff")
        }
        #expect(seen.paths == Array(repeating: path, count: Self.others.count))
    }

    @Test func `BR-074: the log names a missing path once, and not without end`() {
        let seen = SeenPaths()
        let log = MissingFileLog { seen.add($0) }
        for _ in 0..<3 { log.write("/gone.js") }
        #expect(seen.paths == ["Gawa: there is no file for /gone.js"])
        for number in 0..<5000 { log.write("/\(number)" + String(repeating: "x", count: 5000)) }
        #expect(seen.paths.count == MissingFileLog.maximumCount && seen.paths.allSatisfy { $0.count < 1100 })
    }

    @MainActor @Test func `files are looked for off the main thread`() async throws {
        let threads = SeenPaths()
        var options = AssetFixture.plainOptions
        options.onMissingFile = { _ in threads.add(Thread.isMainThread ? "main" : "another") }
        let folder = AssetFolder(directory: try AssetFixture().root, options: options)
        _ = await folder.answer(try RouteRequest(asset: "/gone"))
        #expect(threads.paths == ["another"])
    }

    @Test func `without an index page a navigation is not found either`() async throws {
        let fixture = try AssetFixture()
        #expect(try await fixture.answer("GET", "/x", Self.navigations[0], options: Self.client).status == 404)
        #expect(try await fixture.answer("GET", "/", Self.navigations[0], options: Self.client).status == 404)
    }

    // MARK: Coded forms

    @Test func `a form beside the file is given to who accepts it, with a tag of its own`() async throws {
        let fixture = try AssetFixture([
            "a.js": "plain text", "a.js.br": "brotli", "a.js.gz": "gzip it", "b.js": "b", "only.js.gz": "x",
        ])
        try fixture.link("b.js.gz", to: "../s")
        func reply(_ path: String, _ accepted: String?, _ more: RouteHeaders = [:]) async throws -> AssetReply {
            var headers = more
            headers["Accept-Encoding"] = accepted
            return try await fixture.answer("GET", path, headers)
        }
        var tags: Set<String?> = []
        for (accepted, coding, text) in [
            ("gzip, deflate, br", "br", "brotli"), ("gzip", "gzip", "gzip it"), ("br;q=0, *", "gzip", "gzip it"),
            (nil, nil, "plain text"), ("identity", nil, "plain text"),
        ] as [(String?, String?, String)] {
            let reply = try await reply("/a.js", accepted)
            #expect(reply.text == text && reply.headers["Content-Encoding"] == coding)
            #expect(reply.headers["Vary"] == "Accept-Encoding")
            #expect(reply.headers["Content-Type"] == "text/javascript; charset=utf-8")
            #expect(reply.headers["Content-Length"] == String(text.utf8.count))
            tags.insert(reply.headers["ETag"])
        }
        #expect(tags.count == 3)
        let part = try await reply("/a.js", "gzip", ["Range": "bytes=0-3"])
        #expect(part.status == 206 && part.text == "gzip" && part.headers["Content-Range"] == "bytes 0-3/7")
        let tag = try await reply("/a.js", "gzip").headers["ETag"]
        #expect(try await reply("/a.js", "gzip", ["If-None-Match": tag ?? ""]).status == 304)
        #expect(try await reply("/a.js", nil, ["If-None-Match": tag ?? ""]).status == 200)
        // The form itself, asked for by its name.
        let form = try await reply("/a.js.gz", "gzip")
        #expect(form.headers["Content-Encoding"] == nil && form.headers["Content-Type"] == "application/gzip")
        #expect(try await reply("/b.js", "gzip").text == "b")
        #expect(try await reply("/b.js", "gzip").headers["Vary"] == nil)
        #expect(try await reply("/only.js", "gzip").status == 404)
        var options = AssetFixture.plainOptions
        options.servesPrecompressedFiles = false
        let plain = try await fixture.answer("GET", "/a.js", ["Accept-Encoding": "gzip"], options: options)
        #expect(plain.text == "plain text" && plain.headers["Vary"] == nil)
    }
}

/// What was told, from any thread.
final class SeenPaths: @unchecked Sendable {
    private let lock = NSLock()
    // Sound: read and written under the lock only.
    private var seen: [String] = []

    var paths: [String] { lock.withLock { seen } }

    func add(_ path: String) { lock.withLock { seen.append(path) } }
}
