import Foundation
import Testing

@testable import Gawa

/// What is opened, and what never is.
struct AssetTreeTests {
    @Test(arguments: [
        "/../s", "/%2e%2e/s", "/..%2fs", "/%252e%252e/s", "/..%5cs", "//etc/passwd", "/a/../../s", "/%00s",
        "/./%2e%2e%2fs", "/%c0%ae%c0%ae/s", "/%c0%ae%c0%ae%c0%afs", "/a/%2e%2e/%2e%2e/s", "/%2e%2e%5cs", "/..%255cs",
        "/%u002e%u002e/s", "/....//s", "/a/..;/../s",
    ])
    func `BR-067: no path gets the sibling's secret, as a file or as a page`(path: String) async throws {
        let fixture = try AssetFixture(["a/index.html": "<p>", "index.html": "<p>start"])
        var options = AssetFixture.plainOptions
        options.servesIndexForUnknownPages = true
        for headers: RouteHeaders in [[:], ["Accept": "image/*"], ["Sec-Fetch-Mode": "no-cors"]] {
            let reply = try await fixture.answer("GET", path, headers, options: options)
            #expect(reply.status == 404 && !reply.text.contains(AssetFixture.secret), "\(path) \(reply.text)")
        }
        let page = try await fixture.answer("GET", path, ["Accept": "text/html"], options: options)
        #expect(!page.text.contains(AssetFixture.secret))
    }

    @Test func `BR-067: names with dots and percent signs in them are files`() async throws {
        let names = ["a..b", "a...", "100%", "%2e%2e", "a%00b", "x.tar.gz", "~", "-"]
        let fixture = try AssetFixture(Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
        for name in names {
            let reply = try await fixture.answer("GET", AssetFolder.urlPath(ofFile: name))
            #expect(reply.status == 200 && reply.text == name)
        }
    }

    @Test func `hidden files are not found, by their names or through links`() async throws {
        let fixture = try AssetFixture([".env": "key", ".git/config": "key", "a/.htaccess": "key", "b.txt": "b"])
        try fixture.link("visible", to: ".env")
        try fixture.link("folder", to: ".git")
        try fixture.link("..txt", to: "b.txt")
        for path in ["/.env", "/.git/config", "/a/.htaccess", "/visible", "/folder/config", "/..txt", "/%2eenv"] {
            #expect(try await fixture.answer("GET", path).status == 404, "\(path)")
        }
    }

    @Test func `links are followed within the folder, and not out of it`() async throws {
        let fixture = try AssetFixture(["a/b/c.txt": "c", "d.txt": "d"])
        let root = fixture.root.path
        for (name, target) in [
            ("same", "d.txt"), ("down", "a/b"), ("a/b/up", "../../d.txt"), ("chain", "same"),
            ("absolute", root + "/a/b/c.txt"),
            ("self", "."), ("slashes", "a//b/./c.txt"), ("a/there", "../a/b/"), ("whole", root),
        ] {
            try fixture.link(name, to: target)
        }
        for (path, text) in [
            ("/same", "d"), ("/down/c.txt", "c"), ("/a/b/up", "d"), ("/chain", "d"), ("/absolute", "c"),
            ("/self/self/d.txt", "d"),
            ("/slashes", "c"), ("/a/there/c.txt", "c"), ("/whole/d.txt", "d"),
        ] {
            let reply = try await fixture.answer("GET", path)
            #expect(reply.status == 200 && reply.text == text, "\(path)")
        }
        for (name, target) in [
            ("out", "../s"), ("far", "/etc/passwd"), ("a/b/far", "../../../s"), ("parent", ".."), ("loop", "loop"),
            ("ping", "pong"),
            ("pong", "ping"), ("beside", root + "/../s"), ("back", "../root/d.txt"), ("gone", "nothing"),
            ("file", "d.txt/"),
            ("prefix", root + "x"),
        ] {
            try fixture.link(name, to: target)
        }
        // Beside the folder, under a name that begins as its own does; the rest of it is a file's name within.
        try Data("x".utf8).write(to: URL(fileURLWithPath: root + "x"))
        try fixture.write("x", "x")
        for path in [
            "/out", "/far", "/a/b/far", "/parent/s", "/loop", "/ping", "/beside", "/back", "/gone", "/prefix",
            "/self/out",
            "/down/far",
        ] {
            let reply = try await fixture.answer("GET", path)
            #expect(reply.status == 404 && !reply.text.contains(AssetFixture.secret), "\(path)")
        }
    }

    @Test func `the folder itself may be a link, and lie in a hidden folder`() async throws {
        let fixture = try AssetFixture(["d.txt": "d"])
        let hidden = fixture.parent.appending(component: ".hidden")
        try FileManager.default.createDirectory(at: hidden, withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: fixture.root, to: hidden.appending(component: "root"))
        try #require(symlink(".hidden/root", fixture.root.path) == 0)
        try fixture.link("absolute", to: fixture.root.path + "/d.txt")
        #expect(try await fixture.answer("GET", "/d.txt").text == "d")
        #expect(try await fixture.answer("GET", "/absolute").text == "d")
    }

    @Test func `a folder that is made anew is seen, and one that is missing has no files`() async throws {
        let fixture = try AssetFixture(["d.txt": "old"])
        let folder = AssetFolder(directory: fixture.root, options: AssetFixture.plainOptions)
        let request = try RouteRequest(asset: "/d.txt")
        #expect(try await AssetReply(folder.answer(request)).text == "old")
        try FileManager.default.removeItem(at: fixture.root)
        #expect(await folder.answer(request).status == .notFound)
        try fixture.write("d.txt", "new")
        #expect(try await AssetReply(folder.answer(request)).text == "new")
    }

    @Test(.timeLimit(.minutes(1))) func `what is no regular file is not found, and nothing waits for it`() async throws
    {
        let fixture = try AssetFixture()
        try #require(mkfifo(fixture.root.path + "/pipe", 0o644) == 0)
        try fixture.link("link", to: "pipe")
        try fixture.link("device", to: "/dev/zero")
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = fixture.root.path + "/socket"
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isBound)
        for path in ["/pipe", "/link", "/device", "/socket", "/pipe/", "/pipe/x"] {
            #expect(try await fixture.answer("GET", path).status == 404, "\(path)")
        }
        // Past the look at the kind, as when a file is replaced meanwhile: opening does not wait either.
        let folder = try OpenDescriptor.folder(fixture.root.path)
        let pipe = try OpenDescriptor.entry("pipe", in: folder, isFolder: false)
        #expect(throws: AssetFailure.notFound) { try AssetFile(pipe) }
        #expect(throws: AssetFailure.self) { try OpenDescriptor.entry("link", in: folder, isFolder: false) }
    }

    @Test func `a name that is switched between a file and a link out of the folder never gives the secret`()
        async throws
    {
        let fixture = try AssetFixture(["a/s": "mine"])
        let path = fixture.root.path
        try #require(symlink(fixture.parent.path, path + "/out") == 0)
        let switching = Task.detached {
            // Exchanges the folder and the link as fast as it goes.
            while !Task.isCancelled {
                rename(path + "/a", path + "/b")
                rename(path + "/out", path + "/a")
                rename(path + "/a", path + "/out")
                rename(path + "/b", path + "/a")
                await Task.yield()
            }
        }
        var texts: Set<String> = []
        for _ in 0..<20_000 { texts.insert(try await fixture.answer("GET", "/a/s").text) }
        switching.cancel()
        await switching.value
        #expect(texts.contains("mine") && !texts.contains(AssetFixture.secret))
    }

    @Test func `BR-077: names are found in both forms of Unicode, each in its own first`() async throws {
        let composed = "\u{e9}.txt"
        let decomposed = "e\u{301}.txt"
        let fixture = try AssetFixture()
        try fixture.write(composed, "composed")
        #expect(try await fixture.answer("GET", "/e%CC%81.txt").text == "composed")
        try fixture.write(decomposed, "decomposed")
        #expect(try await fixture.answer("GET", "/e%CC%81.txt").text == "decomposed")
        #expect(try await fixture.answer("GET", "/%C3%A9.txt").text == "composed")
        try fixture.write("한글/ファイル.txt", "both")
        #expect(try await fixture.answer("GET", AssetFolder.urlPath(ofFile: "한글/ファイル.txt")).text == "both")
    }

    @Test(arguments: [
        (ENOENT, 404), (ENOTDIR, 404), (ENAMETOOLONG, 404), (ELOOP, 404), (EACCES, 403), (EMFILE, 503), (EIO, 500),
    ])
    func `the system's refusals have statuses`(code: Int32, status: Int) {
        #expect(AssetFailure.system(code).status.rawValue == status)
    }

    @Test func `a very long name and a very long path are not found`() async throws {
        let fixture = try AssetFixture()
        for path in ["/" + String(repeating: "x", count: 5000), String(repeating: "/x", count: 5000)] {
            #expect(try await fixture.answer("GET", path).status == 404)
        }
    }
}
