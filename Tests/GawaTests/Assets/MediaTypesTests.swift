import Testing

@testable import Gawa

struct MediaTypesTests {
    @Test(arguments: [
        ("a.html", "text/html; charset=utf-8"), ("a.js", "text/javascript; charset=utf-8"),
        ("a.mjs", "text/javascript; charset=utf-8"), ("a.wasm", "application/wasm"), ("a.json", "application/json"),
        ("a.css", "text/css; charset=utf-8"), ("a.svg", "image/svg+xml"), ("a.woff2", "font/woff2"),
        ("a.webmanifest", "application/manifest+json"), ("a.js.map", "application/json"),
        ("a.txt", "text/plain; charset=utf-8"), ("a.PNG", "image/png"), ("A.HTML", "text/html; charset=utf-8"),
        ("LICENSE", "application/octet-stream"), ("html", "application/octet-stream"),
        ("a.", "application/octet-stream"),
        ("a.no-such-extension", "application/octet-stream"), ("a.b.c.d.min.js", "text/javascript; charset=utf-8"),
        ("js.txt", "text/plain; charset=utf-8"), ("a.js.gz", "application/gzip"),
    ])
    func `BR-076: names have the web's types, in either case`(name: String, type: String) {
        #expect(MediaTypes.contentType(ofFile: name) == type)
    }

    @Test func `BR-076: what the table has not is the system's to say`() {
        // From shared-mime-info as from `mime.types`.
        #expect(MediaTypes.contentType(ofFile: "a.epub") == "application/epub+zip")
        #expect(MediaTypes.contentType(ofFile: "a.EPUB") == "application/epub+zip")
    }

    @Test func `the app's own types come first, and one that no header can hold does not`() {
        let own = ["txt": "text/x-own", "dat": "application/x-dat; v=1", "css": "a\r\nb"]
        #expect(MediaTypes.contentType(ofFile: "a.TXT", own: own) == "text/x-own; charset=utf-8")
        #expect(MediaTypes.contentType(ofFile: "a.dat", own: own) == "application/x-dat; v=1")
        #expect(MediaTypes.contentType(ofFile: "a.css", own: own) == "text/css; charset=utf-8")
    }

    @Test func `lines of the shared database are read by weight`() {
        let types = SystemMediaTypes.extensions(
            ofGlobs: """
                # a comment
                50:text/x-low:*.aa
                80:text/x-high:*.aa
                60:text/x-middle:*.aa
                50:application/x-compressed-tar:*.tar.gz
                50:text/x-c++src:*.C:cs
                50:text/x-readme:readme*
                50:text/x-odd:*.[ch]
                x:text/x-broken:*.bb
                50:text/x-short
                """)
        #expect(types == ["aa": "text/x-high", "tar.gz": "application/x-compressed-tar"])
    }

    @Test func `lines of mime.types are read, the first of an extension`() {
        let types = SystemMediaTypes.extensions(ofTypes: "# c\ntext/one\ta AB\ntext/none\n\ntext/two a b\n")
        #expect(types == ["a": "text/one", "ab": "text/one", "b": "text/two"])
    }
}
