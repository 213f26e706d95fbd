import GawaTestSupport
import Testing
import WebKit

/// Values that enter a real page, as replies and as arguments, in the main frame and another.
@MainActor
@Suite(.serialized)
struct PageValueInputTests {
    private func check(
        _ cases: [(value: Any?, text: String)], _ entrances: [ValueChannels.Entrance] = ValueChannels.Entrance.allCases
    ) async throws {
        let channels = try await ValueChannels()
        for (value, text) in cases {
            for entrance in entrances {
                let result = await channels.pageText(of: value, through: entrance)
                let isSame = text == "refused" ? result.hasPrefix("refused: ") : result == text
                #expect(isSame, "\(valueText(value)) through \(entrance): \(result) instead of \(text)")
            }
        }
    }

    @Test func `BR-012: Booleans and numbers, Swift's and Foundation's`() async throws {
        try await check([
            (true, "true"), (false, "false"), (NSNumber(value: true), "true"), (NSNumber(value: false), "false"),
            (1, "1"), (0, "0"),
            (1.0, "1"), (NSNumber(value: 1), "1"), (NSNumber(value: 1.0), "1"), (Int8(-8), "-8"), (UInt64(8), "8"),
            (Float(0.5), "0.5"),
            (Decimal(string: "0.1"), "0.1"), (NSDecimalNumber(string: "0.1"), "0.1"),
            (
                [true, false, 1, 0, 1.0] as [Any],
                "[true, false, 1, 0, 1]"
            ),
            (["flag": true, "count": 1] as [String: Any], "{count: 1, flag: true}"),
        ])
    }

    @Test func `strings, dates, null, arrays and dictionaries, Swift's and Foundation's`() async throws {
        try await check([
            ("text", "\"text\""), (NSString("text"), "\"text\""), ("text".dropFirst(), "\"ext\""), ("", "\"\""),
            (NSNull(), "null"),
            (Date(timeIntervalSince1970: 1.5), "@1500"), (NSDate(timeIntervalSince1970: 1.5), "@1500"), ([Any](), "[]"),
            (
                [1, "a"] as [Any],
                "[1, \"a\"]"
            ),
            (NSArray(array: [1, NSArray(array: [2])]), "[1, [2]]"), ([String: Any](), "{}"), (["a": 1], "{a: 1}"),
            (NSDictionary(dictionary: ["a": NSDictionary()]), "{a: {}}"),
            (["a": [Date(timeIntervalSince1970: 0)]], "{a: [@0]}"),
            ([1, nil, 3] as [Int?], "[1, null, 3]"), ([nil] as [Int?], "[null]"),
            (["a": nil, "b": 1] as [String: Int?], "{a: null, b: 1}"),
            (["length": 1, "constructor": 2, "then": 3], "{constructor: 2, length: 1, then: 3}"),
            (Optional("x") as Any, "\"x\""),
            (["": 1], "{: 1}"), (Array(repeating: [1], count: 2), "[[1], [1]]"),
        ])
        try await check([(nil, "undefined")], [.reply])
    }

    @Test func `BR-014: null stays where it is, in both directions`() async throws {
        try await check([
            ([1, NSNull(), 3] as [Any], "[1, null, 3]"), ([NSNull()], "[null]"),
            (["a": NSNull(), "b": 1] as [String: Any], "{a: null, b: 1}"),
            (["b": 1], "{b: 1}"),
        ])
    }

    @Test func `a key named __proto__ is a key`() async throws {
        let channels = try await ValueChannels()
        for entrance in ValueChannels.Entrance.allCases {
            let result = await channels.pageResult(
                of: ["__proto__": ["polluted": 1]], through: entrance,
                as: "Object.keys(v).join() + ' ' + v.polluted + ' ' + ({}).polluted + ' ' + JSON.stringify(v)")
            let text = result.map { $0 as? String ?? "?" }
            #expect(text == "__proto__ undefined undefined {\"__proto__\":{\"polluted\":1}}", "\(entrance)")
        }
    }

    @Test func `what has no counterpart is refused whole, at any depth, with a reason`() async throws {
        let refused: [Any] = [
            Data([1]), URL(fileURLWithPath: "/"), NSObject(), UUID(), [Data()], ["a": ["b": [Data()]]], [1: "a"],
            ["a": [1.5: 2]],
            NSDictionary(object: 1, forKey: NSNumber(value: 1)), { 1 }, Int.self, (1, 2), Character("c"), NSData(),
        ]
        let channels = try await ValueChannels()
        for value in refused {
            for entrance in ValueChannels.Entrance.allCases {
                guard case .refusal(let text) = await channels.pageResult(of: value, through: entrance, as: "1") else {
                    Issue.record("\(value) crossed through \(entrance)")
                    continue
                }
                let isFixed =
                    text == "rejected: WKWebView API client response to this postMessage was unable to be serialized"
                #expect(entrance == .reply ? isFixed : text.hasPrefix("Unable to serialize the arguments: "))
            }
        }
    }

    @Test func `an object that occurs twice, or holds itself, keeps its identity in the page`() async throws {
        let channels = try await ValueChannels()
        let shared = NSDictionary(dictionary: ["k": 1])
        let cyclic = NSMutableDictionary()
        cyclic["me"] = cyclic
        defer { cyclic.removeAllObjects() }
        for entrance in ValueChannels.Entrance.allCases {
            let same = await channels.pageResult(
                of: NSArray(array: [shared, shared]), through: entrance, as: "v[0] === v[1] && v[1].k === 1")
            #expect(same.map(valueText) == "true", "\(entrance)")
            let loop = await channels.pageResult(of: cyclic, through: entrance, as: "v.me.me === v")
            #expect(loop.map(valueText) == "true", "\(entrance)")
        }
    }

    @Test func `a value twenty thousand levels deep enters, and one that is too deep is refused`() async throws {
        let channels = try await ValueChannels()
        func nested(_ depth: Int) -> Any {
            var value: [Any] = []
            for _ in 1..<depth { value = [value] }
            return value
        }
        let count = "(() => { let n = 0; for (let a = v; a; a = a[0]) ++n; return n })()"
        for entrance in [ValueChannels.Entrance.reply, .argument] {
            let whole = await channels.pageResult(of: nested(20_000), through: entrance, as: count)
            #expect(whole.map(valueText) == "20000", "\(entrance)")
            let refused = await channels.pageResult(of: nested(40_001), through: entrance, as: count)
            guard case .refusal = refused else {
                Issue.record("Too deep a value crossed through \(entrance)")
                continue
            }
        }
    }
}
