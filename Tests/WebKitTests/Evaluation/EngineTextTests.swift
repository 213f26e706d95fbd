import Testing

@testable import WebKit

/// The engine's one-line reports of exceptions, taken apart.
@Suite
struct EngineExceptionTextTests {
    private func parts(_ report: String, _ documentURL: String? = nil) -> String? {
        EngineExceptionText(report, documentURL: documentURL).map {
            "\($0.sourceURL)|\($0.line)|\($0.column)|\($0.text)"
        }
    }

    @Test(
        arguments: [
            ("http://a.example/:3:13: oops", "http://a.example/|3|13|oops"),
            ("http://a.example/:3: SyntaxError: x", "http://a.example/|3|0|SyntaxError: x"),
            ("about:blank:1:2: text", "about:blank|1|2|text"), ("file:///a b.html:1:2: text", nil),
            ("http://a:81/p:1:2:3:4: t", "http://a:81/p:1:2|3|4|t"),
            ("http://a:81/:7: t", "http://a:81/|7|0|t"), ("http://a/:1:2: 5: x:6:7: y", "http://a/|1|2|5: x:6:7: y"),
            ("http://a/:1:2: ", "http://a/|1|2|"), ("app://x/y?z=1:2#3:4:5:6: m", "app://x/y?z=1:2#3:4|5|6|m"),
            ("data:text/html,a:1:2: m", "data:text/html,a|1|2|m"),
            ("http://a/:1:2: two\nlines", "http://a/|1|2|two\nlines"),
            ("http://a/:1:2:m", nil), ("http://[::1]:80/:1:2: m", "http://[::1]:80/|1|2|m"),
            ("Error: plain", nil), ("Error: text:1:2: more", nil), ("", nil), (":", nil), (":1:2: m", nil),
            ("no colon", nil), ("1:2: 3", nil),
            ("TypeError: a:1:2: b", nil),
        ] as [(String, String?)])
    func `a report is read by its form when the address is not known`(report: String, expected: String?) {
        #expect(parts(report) == expected)
    }

    @Test(
        arguments: [
            ("http://a/x:1:2:3:4: m", "http://a/x:1:2", "http://a/x:1:2|3|4|m"),
            ("http://a/ b:3:4: m", "http://a/ b", "http://a/ b|3|4|m"),
            ("http://a/: m", "http://a/", nil), ("http://a/:5: m", "http://a/", "http://a/|5|0|m"),
            ("http://b/:5:6: m", "http://a/", "http://b/|5|6|m"),
            ("http://a/page2:1:2: m", "http://a/page", "http://a/page2|1|2|m"), (":1:2: m", "", "|1|2|m"),
            ("oops", "http://a/", nil),
        ] as [(String, String, String?)])
    func `a known address is taken first`(report: String, documentURL: String, expected: String?) {
        #expect(parts(report, documentURL) == expected)
    }
}

/// Origins, from what documents say of themselves and from addresses.
@Suite
struct OriginTests {
    @Test(
        arguments: [
            ("http://a.example", "http|a.example|0"), ("http://a.example:80", "http|a.example|0"),
            ("https://a.example:443/p?q#f", "https|a.example|0"),
            ("https://a.example:80", "https|a.example|80"), ("HTTP://A.Example:8080/", "http|a.example|8080"),
            ("app://host", "app|host|0"),
            ("app://", "app||0"), ("file:///a/b", "file||0"), ("file://", "file||0"),
            ("http://[::1]:81/", "http|[::1]|81"), ("ws://a", "ws|a|0"),
            ("wss://a:443", "wss|a|0"), ("ftp://a:21", "ftp|a|0"), ("blob:http://a:81/uuid", "http|a|81"),
            ("http://user:pass@a:82/", "http|a|82"),
            ("http://bücher.example/", "http|xn--bcher-kva.example|0"),
            ("custom+scheme-1.0://h", "custom+scheme-1.0|h|0"),
            ("null", nil), ("", nil), ("about:blank", nil), ("about:srcdoc", nil), ("data:text/html,http://a", nil),
            ("javascript://a", nil), ("http://", nil),
            ("http:///x", nil), ("a.example", nil), ("//a.example", nil), ("http:a", nil), ("blob:null/uuid", nil),
            ("blob:about:blank", nil),
            ("http://a:99999", nil), ("http://a b/", nil), ("blob:blob:http://a", nil), ("https://:443", nil),
            ("data://a", nil),
        ] as [(String, String?)])
    func `an origin is read whole or is opaque`(text: String, expected: String?) {
        #expect(Origin(text).map { "\($0.scheme)|\($0.host)|\($0.port)" } == expected)
    }

    @Test func `origins are compared whole`() {
        #expect(Origin("http://a") == Origin("http://A:80/path"))
        #expect(Origin("http://a") != Origin("https://a"))
        #expect(Origin("http://a") != Origin("http://a:81"))
        #expect(Origin("http://a") != Origin("http://b.a"))
        #expect(Origin("http://a.") != Origin("http://a"))
        #expect(Origin("http://a:81")?.description == "http://a:81")
        #expect(Origin("http://a:80")?.description == "http://a")
    }

    @MainActor @Test func `an origin that was read before is taken for no other`() {
        let texts = [
            "app://K", "app://\u{212A}", "app://a`b", "app://a\u{1FEF}b", "null", "http://a", "http://A:80/path",
        ]
        // More than are remembered, then those again.
        let numbered = (0..<200).map { "http://host-\($0)" }
        for text in texts + texts.reversed() + numbered + texts + numbered {
            #expect(KnownOrigins.origin(text) == Origin(text), "\(text)")
        }
    }
}
