import GawaTestSupport
import Testing
import WebKit

/// Numbers, dates and their edges, into a real page and back.
@MainActor
@Suite(.serialized)
struct PageNumberTests {
    // JavaScript has doubles alone, as Apple's API documents by the type of its results: an integer that is none is
    // rounded to the nearest, alone or nested, in every way alike.
    @Test func `BR-009: integers within the safe range are exact, and others the nearest double`() async throws {
        let channels = try await ValueChannels()
        let exact: [Int] = [
            0, -1, 1 << 53 - 1, -(1 << 53) + 1, 1 << 53, Int(Int32.max), Int(Int32.min), Int(UInt32.max),
        ]
        for entrance in ValueChannels.Entrance.allCases {
            for number in exact {
                for value in [number, NSNumber(value: number)] as [Any] {
                    let same = "typeof v === 'number' && v === \(number)"
                    #expect(
                        await channels.pageResult(of: value, through: entrance, as: same).map(valueText) == "true",
                        "\(number)")
                    let back = await channels.pageResult(of: [value], through: entrance, as: "v[0]")
                    #expect(back.map { "\($0 as? Int ?? -7)" } == "\(number)")
                }
            }
            let inexact: [(Any, String)] = [
                (1 << 53 + 1, "9007199254740992"), (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808"),
                (UInt64.max, "18446744073709551615"), (NSNumber(value: UInt64.max), "18446744073709551615"),
            ]
            for (value, text) in inexact {
                for (container, path) in [(value, "v"), ([value], "v[0]"), (["k": value], "v.k")] as [(Any, String)] {
                    let same = "typeof \(path) === 'number' && \(path) === \(text)"
                    #expect(
                        await channels.pageResult(of: container, through: entrance, as: same).map(valueText) == "true",
                        "\(text)")
                }
            }
        }
    }

    @Test func `BR-011: not-a-number, the infinities, the negative zero and the smallest number arrive as themselves`()
        async throws
    {
        let channels = try await ValueChannels()
        let cases: [(Double, String)] = [
            (.nan, "NaN"), (.infinity, "Infinity"), (-.infinity, "-Infinity"), (-0.0, "-0"), (0, "0"),
            (.leastNonzeroMagnitude, "5e-324"),
            (.greatestFiniteMagnitude, "Number.MAX_VALUE"), (0.1, "0.1"), (1.0 / 3, "1 / 3"), (1e21, "1e21"),
            (1e-7, "1e-7"),
            (123456789.123, "123456789.123"),
        ]
        for (value, text) in cases {
            for entrance in ValueChannels.Entrance.allCases {
                for (container, path) in [
                    (value, "v"), ([value], "v[0]"), (["k": [value]], "v.k[0]"), (NSNumber(value: value), "v"),
                ]
                    as [(Any, String)]
                {
                    let result = await channels.pageResult(
                        of: container, through: entrance, as: "Object.is(\(path), \(text))")
                    #expect(result.map(valueText) == "true", "\(text) through \(entrance)")
                }
            }
            for exit in ValueChannels.Exit.allCases {
                let result = await channels.text(of: "[\(text)]", through: exit)
                #expect(result == "[\(valueText(value as NSNumber))]", "\(text) through \(exit)")
            }
        }
    }

    @Test func `BR-012: Booleans and numbers keep their types there and back`() async throws {
        let channels = try await ValueChannels()
        let value: [Any] = [true, false, 1, 0, 1.0, ["flag": true, "count": 1] as [String: Any]]
        for entrance in ValueChannels.Entrance.allCases {
            let types = await channels.pageResult(
                of: value, through: entrance,
                as: "v.slice(0, 5).map(x => typeof x).concat(typeof v[5].flag, typeof v[5].count).join()")
            #expect(types.map(valueText) == "\"boolean,boolean,number,number,number,boolean,number\"", "\(entrance)")
            let back = await channels.pageResult(of: value, through: entrance, as: "v")
            #expect(back.map(valueText) == "[true, false, 1, 0, 1, {count: 1, flag: true}]", "\(entrance)")
        }
        for exit in ValueChannels.Exit.allCases {
            let text = await channels.text(of: "[true, false, 1, 0, 1.0, { flag: true, count: 1 }]", through: exit)
            #expect(text == "[true, false, 1, 0, 1, {count: 1, flag: true}]", "\(exit)")
        }
    }

    @Test func `results cast to Swift's types, as Apple's do`() async throws {
        let page = try await TestPage(html: "<p>")
        #expect(try await page.evaluate("3") as? Int == 3)
        #expect(try await page.evaluate("3") as? Double == 3)
        #expect(try await page.evaluate("3.5") as? Double == 3.5)
        #expect(try await page.evaluate("3.5") as? Int == nil)
        #expect(try await page.evaluate("true") as? Bool == true)
        #expect(try await page.evaluate("3") as? Bool == nil)
        #expect(try await page.evaluate("'3'") as? Int == nil)
        #expect(try await page.evaluate("[1, 2]") as? [Int] == [1, 2])
        #expect(try await page.evaluate("[1, 'a']") as? [Int] == nil)
        #expect(try await page.evaluate("({ a: [1.5] })") as? [String: [Double]] == ["a": [1.5]])
        #expect(try await page.evaluate("null") is NSNull)
        #expect(try await page.evaluate("new Date(1500)") as? Date == Date(timeIntervalSince1970: 1.5))
        #expect(try await page.evaluate("3") as? NSNumber == 3)
    }

    @Test func `BR-016: dates keep their milliseconds there and back`() async throws {
        let channels = try await ValueChannels()
        let milliseconds = [0.0, 1, -1, 1_700_000_000_123, -62_135_596_800_000, 8.64e15, -8.64e15, 951_782_400_001]
        for time in milliseconds {
            let date = Date(timeIntervalSince1970: time / 1000)
            for entrance in ValueChannels.Entrance.allCases {
                let same = await channels.pageResult(
                    of: date, through: entrance, as: "v instanceof Date && v.getTime() === \(time)")
                #expect(same.map(valueText) == "true", "\(time) through \(entrance)")
            }
            for exit in ValueChannels.Exit.allCases {
                let text = await channels.text(of: "new Date(\(time))", through: exit)
                #expect(text == valueText(date), "\(time) through \(exit)")
            }
        }
    }

    @Test func `BR-016: an invalid date and a date out of range cross without harm`() async throws {
        let channels = try await ValueChannels()
        for exit in ValueChannels.Exit.allCases {
            let text = await channels.text(of: "new Date(NaN)", through: exit)
            #expect(text == "null", "\(exit)")
        }
        for entrance in ValueChannels.Entrance.allCases {
            for date in [
                Date.distantFuture, .distantPast, Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: .nan),
            ] {
                let result = await channels.pageResult(of: date, through: entrance, as: "v instanceof Date")
                #expect(result.map(valueText) == "true", "\(date) through \(entrance)")
            }
        }
    }
}
