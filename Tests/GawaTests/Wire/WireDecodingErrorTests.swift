import Foundation
import Testing

@testable import Gawa

struct WireDecodingErrorTests {
    private struct Item: Decodable {
        var name: String
        var due: Date?
        var tags: [String: [Int]]?
        var kind: Kind?
        var next: [Item]?
    }

    private enum Kind: String, Decodable { case one, two }

    private func error<Value: Decodable>(_ text: String, as type: Value.Type) throws -> WireDecodingError? {
        do {
            _ = try wireValue(text, as: type, path: "arguments[1]")
            return nil
        } catch let error as WireDecodingError {
            return error
        }
    }

    @Test(arguments: [
        (#"{"name":1}"#, "arguments[1].name: expected a string, found a number (1)"),
        (#"{"name":"a","due":"now"}"#, "arguments[1].due: expected a Date, found a string (\"now\")"),
        (#"{"due":null}"#, "arguments[1].name: expected a value, found nothing"),
        (
            #"{"name":"a","tags":{"a b":[1,2,true]}}"#,
            ##"arguments[1].tags["a b"][2]: expected an integer within "##
                + "±(2^53−1), or a BigInt from \(Int.min) to \(Int.max), found a boolean (true)"
        ),
        (
            #"{"name":"a","next":[{"name":"b"},{"name":null}]}"#,
            "arguments[1].next[1].name: expected a string, found null"
        ),
        (#"{"name":"a","next":{}}"#, "arguments[1].next: expected an array, found an object"),
        ("[]", "arguments[1]: expected an object, found an array"),
        (#"{"name":{"$":"i","v":"123"}}"#, "arguments[1].name: expected a string, found a BigInt (123)"),
    ])
    func `an error says where, what was expected and what is there`(text: String, expected: String) throws {
        #expect(try error(text, as: Item.self)?.description == expected)
    }

    @Test func `the error of a type's own decoding has the path too`() throws {
        let raw = try error(#"{"name":"a","next":[{"name":"b","kind":"three"}]}"#, as: Item.self)
        #expect(raw?.path == "arguments[1].next[0].kind")
        #expect(raw?.reason == .dataCorrupted && raw?.found == "a string (\"three\")")

        struct Refusal: Error {}
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws { throw Refusal() }
        }
        let refused = try error(#"{"x":[5]}"#, as: [String: [Picky]].self)
        #expect(refused?.path == "arguments[1].x[0]" && refused?.reason == .dataCorrupted)
        #expect(refused?.found == "a number (5)")
        #expect(refused?.expected.contains("Refusal") == true)

        struct Range: Decodable {
            enum CodingKeys: CodingKey { case low }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                throw DecodingError.dataCorruptedError(forKey: .low, in: container, debugDescription: "too low")
            }
        }
        let low = try error(#"[{"low":1}]"#, as: [Range].self)
        #expect(low?.path == "arguments[1][0].low" && low?.expected.contains("too low") == true)
    }

    @Test func `a type may catch what Codable throws and go on`() throws {
        struct Flexible: Decodable, Equatable {
            var value = ""
            init(_ value: String) { self.value = value }
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                do {
                    value = try container.decode(String.self)
                } catch DecodingError.typeMismatch {
                    value = "\(try container.decode(Int.self))"
                } catch DecodingError.valueNotFound {
                    value = "none"
                }
            }
        }
        #expect(try wireValue(#"["a",1,null]"#, as: [Flexible].self) == ["a", "1", "none"].map(Flexible.init))
        struct Lossy: Decodable {
            var items: [Item] = []
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                while !container.isAtEnd {
                    if let item = try? container.decode(Item.self) {
                        items.append(item)
                    } else {
                        _ = try container.superDecoder()
                    }
                }
            }
        }
        let names = try wireValue(#"[{"name":"a"},{"name":1},7,{"name":"b"}]"#, as: Lossy.self).items.map(\.name)
        #expect(names == ["a", "b"])
        struct Holder: Decodable { var lossy: Lossy; var last: Int }
        let error = try error(#"{"lossy":[{"name":1}],"last":"x"}"#, as: Holder.self)
        #expect(error?.path == "arguments[1].last")
    }

    @Test func `BR-006: what is quoted is short, and no character of it is split`() throws {
        let family = "👨‍👩‍👧‍👦"
        let long = try error("\"" + String(repeating: family, count: 1000) + "\"", as: Int.self)
        #expect(long?.found.hasPrefix("a string (\"\(family)\(family)") == true)
        #expect((long?.found.utf8.count ?? 999) < 250)
        #expect(
            long?.found.drop { $0 != "\"" }.dropFirst().prefix { $0 != "…" }.allSatisfy { "\($0)" == family } == true)
        // One character of a megabyte.
        let marks = try error("\"e" + String(repeating: "\u{301}", count: 500_000) + "\"", as: Int.self)
        #expect(marks?.found == "a string (\"…\")")
        let escaped = try error("\"" + String(repeating: "\\ud83d\\ude00", count: 300) + "\"", as: Int.self)
        #expect(escaped?.found == "a string (\"" + String(repeating: "😀", count: 40) + "…\")")
        let exact = try error("\"" + String(repeating: "x", count: 40) + "\"", as: Int.self)
        #expect(exact?.found == "a string (\"" + String(repeating: "x", count: 40) + "\")")
        let key = String(repeating: "k", count: 100_000)
        #expect((try error("{\"\(key)\":true}", as: [String: Int].self)?.path.utf8.count ?? 999) < 250)
    }

    @Test func `a path that a type asks for is the path`() throws {
        struct Spy: Decodable {
            var path: [String]
            init(from decoder: any Decoder) throws {
                let nested = try decoder.container(keyedBy: WireCodingKey.self)
                    .nestedUnkeyedContainer(forKey: WireCodingKey(stringValue: "n"))
                path = nested.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            }
        }
        let spies = try wireValue(#"{"a":[{"n":[]},{"n":[]}]}"#, as: [String: [Spy]].self)
        #expect(spies["a"]?.map(\.path) == [["a", "0", "n"], ["a", "1", "n"]])
    }
}
