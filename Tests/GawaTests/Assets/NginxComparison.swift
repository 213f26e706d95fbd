import Foundation

@testable import Gawa

/// The tree and the requests that we and nginx answer, and where we mean to differ.
enum NginxComparison {
    typealias Row = NginxComparisonTests.Row

    /// A type of ours as Debian's nginx writes it.
    ///
    /// Ours are of today's registry and say which encoding text is in. nginx has the older names, does not know some of
    /// the web's own types, and says no encoding unless told to.
    static func alike(_ type: String?) -> String? {
        guard let type else { return nil }
        let plain = type.hasSuffix("; charset=utf-8") ? String(type.dropLast("; charset=utf-8".count)) : type
        return older[plain] ?? plain
    }

    private static let older = [
        "text/javascript": "application/javascript", "image/vnd.microsoft.icon": "image/x-icon",
        "application/manifest+json": "application/octet-stream", "application/gzip": "application/octet-stream",
    ]

    static func makeTree() throws -> AssetFixture {
        let fixture = try AssetFixture([
            "index.html": "<!doctype html><p>start", "page.html": "<p>page", "app.js": "export const a = 1",
            "app.css": "p {}",
            "data.json": "{}", "image.svg": "<svg/>", "UPPER.PNG": "png", "none": "no extension",
            "app.webmanifest": "{}",
            "module.wasm": "wasm", "font.woff2": "font", "favicon.ico": "icon", "empty.txt": "",
            "digits.txt": String(repeating: "0123456789", count: 10), "folder/index.html": "<p>sub",
            "folder/a b.txt": "a b",
            "bare/x.txt": "x", "é ü/日本.txt": "unicode", "a#b.txt": "#", "a?b.txt": "?", "a%20b.txt": "percent",
            "a+b&c;d.txt": "+",
            "a..b": "dots", "coded.js": "plain", "coded.js.gz": "gzip", "only.js.gz": "gzip only", ".hidden": "hidden",
            "back\\slash.txt": "back", "new\nline.txt": "line", "locale/e\u{301}.txt": "decomposed",
        ])
        try fixture.write("old.txt", "old", secondsAgo: 1_000_000_000)
        try fixture.link("inner", to: "folder/a b.txt")
        try fixture.link("outer", to: "../s")
        return fixture
    }

    static let rows: [Row] = names + types + refused + methods + conditions + ranges + codings

    private static let names: [Row] = [
        Row("/"), Row("/index.html"), Row("/page.html"), Row("/page.html?v=1"), Row("/page.html?"), Row("/gone.html"),
        Row("/folder"), Row("/folder/"), Row("/folder?x=1&y=a%20b"), Row("/folder/index.html"),
        Row("/folder/a%20b.txt"),
        Row("/page.html/"), Row("/page.html/x"), Row("//page.html"), Row("/folder//a%20b.txt"), Row("//folder"),
        Row("/%C3%A9%20%C3%BC/%E6%97%A5%E6%9C%AC.txt"), Row("/a%23b.txt"), Row("/a%3Fb.txt"), Row("/a%2520b.txt"),
        Row("/a+b&c;d.txt"), Row("/%61%2E%2eb"), Row("/a..b"), Row("/PAGE.HTML"), Row("/inner"), Row("/new%0Aline.txt"),
        Row("/gone/x/y"), Row("/" + String(repeating: "x", count: 300)),
        Row("/bare", differs: ("status 404 / 301", "A folder without an index page is not told of.")),
        Row("/bare/", differs: ("status 404 / 403", "A folder without an index page is not told of.")),
        Row(
            "/locale/%C3%A9.txt",
            differs: (
                "status 200 / 404", "A name packed in one form of Unicode is found in the other, as on Apple's systems."
            )),
    ]

    private static let types: [Row] = [
        "/app.js", "/app.css", "/data.json", "/image.svg", "/UPPER.PNG", "/none", "/app.webmanifest", "/module.wasm",
        "/font.woff2",
        "/favicon.ico", "/empty.txt", "/old.txt",
    ].map { Row($0) }

    private static let refused: [Row] = [
        Row(
            "/../s",
            differs: ("status 404 / 400", "nginx calls it malformed; each that leads upwards is not found here.")),
        Row("/%2e%2e/s", differs: ("status 404 / 400", "As above.")),
        Row("/..%2fs", differs: ("status 404 / 400", "As above.")),
        Row("/%00s", differs: ("status 404 / 400", "As above, for NUL.")),
        Row("/%252e%252e/s"), Row("/..%5cs"), Row("/%c0%ae%c0%ae/s"), Row("/%ff"),
        Row("/folder/../page.html", differs: ("status 404 / 200", "The engine has resolved them before it asks.")),
        Row("/./page.html", differs: ("status 404 / 200", "As above.")),
        Row(
            "/folder%2Fa%20b.txt",
            differs: ("status 404 / 200", "An escaped slash is no separator, but part of a name.")),
        Row(
            "/back%5Cslash.txt",
            differs: ("status 404 / 200", "A backslash is a separator elsewhere; no file's name has one.")),
        Row("/.hidden", differs: ("status 404 / 200", "Names that begin with a dot are never given.")),
        Row("/outer", differs: ("status 404 / 200", "A link out of the folder is not followed.")),
    ]

    private static let methods: [Row] = [
        Row("/page.html", method: "HEAD"), Row("/gone", method: "HEAD"), Row("/folder", method: "HEAD"),
        Row("/page.html", method: "POST"), Row("/page.html", method: "PUT"), Row("/page.html", method: "DELETE"),
        Row("/page.html", method: "OPTIONS"), Row("/page.html", method: "PATCH"),
        Row("/gone", method: "POST", differs: ("status 405 / 404", "The method counts before the file.")),
        Row(
            "/digits.txt", ["Range": "bytes=0-0"], method: "HEAD",
            differs: ("status 200 / 206", "RFC 9110, 14.2: ranges are of GET alone.")),
    ]

    private static let past = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let future = "Sun, 06 Nov 2044 08:49:37 GMT"

    private static let conditions: [Row] = [
        Row("/page.html", ["If-None-Match": "{tag}"]), Row("/page.html", ["If-None-Match": "{weak}"]),
        Row("/page.html", ["If-None-Match": "\"x\", {tag}"]), Row("/page.html", ["If-None-Match": "*"]),
        Row("/page.html", ["If-None-Match": "\"x\""]), Row("/page.html", ["If-None-Match": "{tag}"], method: "HEAD"),
        Row("/page.html", ["If-Modified-Since": "{date}"]), Row("/page.html", ["If-Modified-Since": past]),
        Row("/page.html", ["If-Modified-Since": future]), Row("/page.html", ["If-Modified-Since": "yesterday"]),
        Row("/old.txt", ["If-Modified-Since": "{date}"]),
        Row("/page.html", ["If-Modified-Since": "{date}"], method: "HEAD"),
        Row("/page.html", ["If-None-Match": "\"x\"", "If-Modified-Since": future]),
        Row("/page.html", ["If-Match": "{tag}"]), Row("/page.html", ["If-Match": "*"]),
        Row("/page.html", ["If-Match": "\"x\""]),
        Row("/page.html", ["If-Match": "\"x\", {tag}"]), Row("/page.html", ["If-Match": "{weak}"]),
        Row("/page.html", ["If-Unmodified-Since": "{date}"]), Row("/page.html", ["If-Unmodified-Since": past]),
        Row("/page.html", ["If-Unmodified-Since": future]),
        Row("/page.html", ["If-Match": "\"x\"", "If-None-Match": "{tag}"]),
        Row("/page.html", ["If-Match": "{tag}", "If-None-Match": "{tag}"]), Row("/gone", ["If-Match": "*"]),
        Row("/gone", ["If-None-Match": "*"]), Row("/digits.txt", ["If-None-Match": "{tag}", "Range": "bytes=0-0"]),
        Row("/digits.txt", ["If-Match": "\"x\"", "Range": "bytes=0-0"]),
        Row(
            "/page.html", ["If-None-Match": "{tag}", "If-Modified-Since": past],
            differs: ("status 304 / 200", "RFC 9110, 13.1.3: with a tag the date does not count.")),
        Row(
            "/page.html", ["If-Match": "{tag}", "If-Unmodified-Since": past],
            differs: ("status 200 / 412", "RFC 9110, 13.1.4: with a tag the date does not count.")),
        Row(
            "/page.html", ["If-Unmodified-Since": "yesterday"],
            differs: ("status 200 / 412", "RFC 9110, 13.1.4: a date that is none does not count.")),
    ]

    private static let rangeValues: [String] =
        [
            "bytes=0-0", "bytes=0-", "bytes=10-19", "bytes=99-", "bytes=99-1000", "bytes=-1", "bytes=-1000", "bytes=-0",
            "bytes=100-",
            "bytes=9-5", "BYTES=1-2", "bytes= 1 - 2", "bytes=0-0,-1", "bytes=5-6,1-2", "bytes=0-9,5-14",
            "bytes=0-1,100-",
            "bytes=200-300,1-1", "bytes=0-99,0-0", "bytes=0-59,40-99", "bytes=0-49,50-99", "bytes=9-5,1-2", "bytes=",
            "bytes=-", "bytes=x",
            "bytes=1", "bytes=1-2-3", "bytes=1-2,", "bytes=,1-2", "bytes=1-2,x", "items=0-1", "bytes =0-1", "0-1",
            "bytes=99999999999999999999999-", "bytes=007-08",
        ] + [64, 65].map { singleBytes($0) }

    private static func singleBytes(_ count: Int) -> String {
        "bytes=" + (0..<count).map { "\($0)-\($0)" }.joined(separator: ",")
    }

    private static let ranges: [Row] =
        rangeValues.map { Row("/digits.txt", ["Range": $0]) } + [
            Row(
                "/digits.txt", ["Range": "bytes=0-99999999999999999999999"],
                differs: ("status 206 / 416", "A last byte too large to count is beyond the end, as any other.")),
            Row("/empty.txt", ["Range": "bytes=0-"]), Row("/empty.txt", ["Range": "bytes=-1"]),
            Row("/empty.txt", ["Range": "bytes=1-"]),
            Row("/gone", ["Range": "bytes=0-0"]), Row("/folder", ["Range": "bytes=0-0"]),
            Row("/digits.txt", ["Range": "bytes=0-0", "If-Range": "{tag}"]),
            Row("/digits.txt", ["Range": "bytes=0-0", "If-Range": "{date}"]),
            Row("/digits.txt", ["Range": "bytes=0-0", "If-Range": "\"x\""]),
            Row("/digits.txt", ["Range": "bytes=0-0", "If-Range": "{weak}"]),
            Row("/digits.txt", ["Range": "bytes=0-0", "If-Range": past]),
            Row("/digits.txt", ["Range": "bytes=0-0", "If-Range": future]),
            Row("/digits.txt", ["Range": "bytes=500-", "If-Range": "\"x\""]),
        ]

    // By RFC 9110, 14.2, ranges are of what is sent, the coded form. nginx gives none of its coded files.
    private static let whole = (
        what: "Accept-Ranges bytes / none", why: "Coded forms have ranges as other files have."
    )

    private static let codings: [Row] = [
        Row("/coded.js"), Row("/coded.js", ["Accept-Encoding": "gzip;q=0"]),
        Row("/coded.js", ["Accept-Encoding": "identity"]),
        Row("/app.js", ["Accept-Encoding": "gzip"]), Row("/coded.js.gz", ["Accept-Encoding": "gzip"]),
        Row("/coded.js", ["Accept-Encoding": "gzip"], differs: whole),
        Row("/coded.js", ["Accept-Encoding": "gzip, deflate"], differs: whole),
        Row("/coded.js", ["Accept-Encoding": "gzip;q=0.5"], differs: whole),
        Row("/coded.js", ["Accept-Encoding": "gzip"], method: "HEAD", differs: whole),
        Row("/coded.js", ["Accept-Encoding": "gzip", "If-None-Match": "{tag}"], differs: whole),
        Row(
            "/coded.js", ["Accept-Encoding": "gzip", "Range": "bytes=1-2"],
            differs: ("status 206 / 200", "Coded forms have ranges as other files have.")),
        Row(
            "/only.js", ["Accept-Encoding": "gzip"],
            differs: ("status 404 / 200", "A coded form is given only beside the plain file, which others need.")),
    ]
}
