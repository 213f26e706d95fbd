import GawaTestSupport
import TestProcess
import Testing
import WebKit

/// Text that is hard to carry: it has to arrive unchanged by every way in and out of a real page.
@MainActor
@Suite(.serialized)
struct PageTextTests {
    /// Checks that a text enters the page as its UTF-16 units, and comes back the same.
    private func check(_ texts: [String]) async throws {
        let channels = try await ValueChannels(
            html: "<script>window.errors = 0; onerror = () => { errors += 1 }; onunhandledrejection = onerror</script>")
        for text in texts {
            let units = Array(text.utf16).map(Int.init)
            for entrance in ValueChannels.Entrance.allCases {
                let expression = "[v, Array.from({ length: v.length }, (_, i) => v.charCodeAt(i))]"
                let result = await channels.pageResult(of: text, through: entrance, as: expression)
                guard case .value(let value) = result, let both = value as? [Any], both.count == 2 else {
                    Issue.record("\(text.debugDescription) through \(entrance): \(result)")
                    continue
                }
                #expect(both[1] as? [Int] == units, "\(text.debugDescription) through \(entrance)")
                #expect((both[0] as? String).map { Array($0.utf16) } == Array(text.utf16), "\(text.debugDescription)")
            }
            #expect(try await channels.pageErrorText(text).map { Array($0.utf16) } == Array(text.utf16))
            let literal = "String.fromCharCode(\(units.map(String.init).joined(separator: ",")))"
            for exit in ValueChannels.Exit.allCases {
                #expect(await channels.text(of: literal, through: exit) == "\"\(text)\"", "\(exit)")
                #expect(await channels.text(of: "({ [\(literal)]: 1 })", through: exit) == "{\(text): 1}", "\(exit)")
            }
            #expect(try await channels.page.evaluate("errors") as? Int == 0)
            // The engine hands the message of an exception over as text that ends at a NUL.
            guard !text.contains("\0") else { continue }
            let error = await scriptError { try await channels.page.evaluate("throw new Error(\(literal))") }
            #expect(error?.message == "Error" + (text.isEmpty ? "" : ": " + text), "\(text.debugDescription)")
            let rejection = await scriptError { try await channels.page.call("throw new Error(v)", ["v": text]) }
            #expect(rejection?.message == "Error" + (text.isEmpty ? "" : ": " + text), "\(text.debugDescription)")
            try await channels.page.evaluate("errors = 0")
        }
        // Nothing was left pending: a plain round trip ends.
        #expect(await channels.pageText(of: "still there", through: .reply) == "\"still there\"")
    }

    @Test func `BR-001: the separators of lines and paragraphs arrive by every way`() async throws {
        try await check(["a\u{2028}b\u{2029}c", "\u{2028}", "\u{2029}\u{2029}"])
    }

    @Test func `BR-002: quotes arrive by every way`() async throws {
        try await check([
            "name 'Path' isn't known", "\"", "'", "`${x}`", "\\", "\\'", "\\\"", "\\\\\"", "${1}", "'; alert(1); '",
        ])
    }

    @Test func `BR-002: every ASCII character arrives by every way`() async throws {
        // One text holds them all, and each is a text of its own where it could go wrong.
        let all = String(String.UnicodeScalarView((0...0x7F).map { Unicode.Scalar(UInt8($0)) }))
        try await check([all, "\0", "a\0", "\0b", "\u{7F}"])
        let channels = try await ValueChannels()
        for code in 0...0x7F {
            let text = String(Unicode.Scalar(UInt8(code)))
            let result = await channels.pageResult(
                of: ["message": text], through: .reply, as: "v.message.charCodeAt(0)")
            #expect(result.map(valueText) == "\(code)")
            #expect(try await channels.posted("String.fromCharCode(\(code))") as? String == text)
        }
    }

    @Test func `BR-003: an error text arrives character for character`() async throws {
        let text = "LF\nCR\rCRLF\r\ntab\t'\"`${x} C:\\Users\\new\\table </script><!-- --> \u{8}\u{C}\u{B}"
        try await check([text])
        let channels = try await ValueChannels()
        #expect(try await channels.pageErrorText(text) == text)
        #expect(try await channels.pageErrorText("") == "")
    }

    @Test func `BR-006: well-formed text of every plane arrives`() async throws {
        let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"
        try await check([
            family, "\u{1F1E9}\u{1F1EA}", "\u{10FFFF}",
            String(decoding: [0xFFFF, 0xFFFE, 0xFDEF] as [UInt16], as: UTF16.self), "\u{FEFF}x", "e\u{301}é",
            "\u{D7FB}\u{E000}",
            "שלום \u{202E}abc", String(repeating: "\u{1F600}", count: 500), "Å\u{212B}",
        ])
    }

    @Test func `BR-006: half a surrogate pair arrives as the replacement character, by every way`() async throws {
        let channels = try await ValueChannels()
        let cases = [
            ("'\\uD83D'", "\u{FFFD}"), ("'\\uDE00'", "\u{FFFD}"), ("'a\\uD83D'", "a\u{FFFD}"),
            ("'\\uDE00b'", "\u{FFFD}b"),
            ("'\\uDE00\\uD83D'", "\u{FFFD}\u{FFFD}"), ("'\\uD83D\\uD83D\\uDE00'", "\u{FFFD}\u{1F600}"),
            ("'x'.repeat(999) + '\\uD83D'", String(repeating: "x", count: 999) + "\u{FFFD}"),
        ]
        for (expression, text) in cases {
            for exit in ValueChannels.Exit.allCases {
                #expect(await channels.text(of: expression, through: exit) == "\"\(text)\"", "\(expression) \(exit)")
                #expect(
                    await channels.text(of: "[\(expression)]", through: exit) == "[\"\(text)\"]",
                    "\(expression) \(exit)")
                #expect(
                    await channels.text(of: "({ [\(expression)]: 1 })", through: exit) == "{\(text): 1}",
                    "\(expression) \(exit)")
            }
        }
    }

    @Test func `BR-008: percent sequences are never decoded`() async throws {
        try await check([
            "100%", "%7B%22%7D", "%u2028", "a+b", "a%2Fb", "%", "%%", "%00", "&amp;&#39;", "\\u0041\\x41",
            "=?UTF-8?Q?a?=",
        ])
    }

    @Test func `long text arrives by every way`() async throws {
        let count = FullTests.areOn ? 10_000_000 : 500_000
        let channels = try await ValueChannels()
        for exit in ValueChannels.Exit.allCases {
            let result = await channels.text(of: "'é\\u20AC'.repeat(\(count))", through: exit)
            #expect(result.utf16.count == 2 * count + 2 && result.hasPrefix("\"é€é"), "\(exit): \(result.prefix(100))")
        }
        let text = String(repeating: "é€", count: count)
        for entrance in ValueChannels.Entrance.allCases {
            let result = await channels.pageResult(
                of: text, through: entrance, as: "v.length === \(2 * count) && v === 'é\\u20AC'.repeat(\(count))")
            #expect(result.map(valueText) == "true", "\(entrance)")
        }
    }
}
