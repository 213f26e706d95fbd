import Foundation
import Testing

@testable import Gawa

/// What types of all shapes do, against Foundation's coders where these do the same.
struct WireCodableTests {
    private func expectLikeFoundation<Value: Codable & Equatable>(_ value: Value) throws {
        let text = try #require(try wireText(value))
        let ours = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? NSObject
        let theirs =
            try JSONSerialization.jsonObject(
                with: JSONEncoder().encode(value), options: .fragmentsAllowed) as? NSObject
        #expect(ours == theirs)
        #expect(try wireValue(text, as: Value.self) == value)
    }

    private enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case pair(Int, String)
        case nothing
        indirect case group([Shape], first: Shape?)
    }

    private enum Level: Int, Codable { case low = 1, high }

    @Test func `enums, tuples of standard types and Foundation's types are as with Foundation`() throws {
        let shape = Shape.group([.circle(radius: 1.5), .pair(1, "a"), .nothing], first: .nothing)
        #expect(try wireText(Shape.pair(1, "a")) == #"{"pair":{"_0":1,"_1":"a"}}"#)
        try expectLikeFoundation(shape)
        try expectLikeFoundation([Level.low, .high])
        try expectLikeFoundation(Set([1, 2, 3]))
        try expectLikeFoundation(1...5)
        try expectLikeFoundation(["x", "y"].firstIndex(of: "y") ?? 0)
        try expectLikeFoundation(UUID())
        try expectLikeFoundation(DateComponents(year: 2024, month: 2, day: 29))
        try expectLikeFoundation([1: "a", -2: "b"])
        try expectLikeFoundation(IndexSet([1, 2, 5]))
        try expectLikeFoundation(Locale(identifier: "de_CH"))
        try expectLikeFoundation(TimeZone(identifier: "Europe/Zurich"))
        let characters = CharacterSet(charactersIn: "ab")
        #expect(try roundTrip(characters) == characters)
        try expectLikeFoundation(Measurement(value: 2.5, unit: UnitLength.meters))
        try expectLikeFoundation([Level.low: "a"])
        try expectLikeFoundation(ContiguousArray([1.5, 2.5]))
        try expectLikeFoundation(CGRect(x: 1, y: 2, width: 3, height: 4))
        try expectLikeFoundation([[Int?]]([[1, nil], []]))
        try expectLikeFoundation(["a": ["b": [true, false]]])
    }

    private class Animal: Codable {
        var name = "Rex"
        init() {}
    }

    private class Dog: Animal {
        enum CodingKeys: CodingKey { case tricks, bed }
        enum BedKeys: CodingKey { case size, material }
        var tricks = ["sit"]
        var size = 3
        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            tricks = try container.decode([String].self, forKey: .tricks)
            size = try container.nestedContainer(keyedBy: BedKeys.self, forKey: .bed).decode(Int.self, forKey: .size)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var bed = container.nestedContainer(keyedBy: BedKeys.self, forKey: .bed)
            let parent = container.superEncoder()
            try container.encode(tricks, forKey: .tricks)
            try super.encode(to: parent)
            // Written last, read with the rest; and the same container again.
            try bed.encode(size, forKey: .size)
            var again = container.nestedContainer(keyedBy: BedKeys.self, forKey: .bed)
            try again.encode("straw", forKey: .material)
        }
    }

    @Test func `class hierarchies and containers opened out of order are correct`() throws {
        let dog = Dog()
        dog.name = "Fido"
        dog.size = 7
        let expected = #"{"bed":{"size":7,"material":"straw"},"super":{"name":"Fido"},"tricks":["sit"]}"#
        #expect(try wireText([dog]) == "[\(expected)]")
        let back = try #require(try roundTrip([dog, dog]).last)
        #expect(back.name == "Fido" && back.size == 7 && back.tricks == ["sit"])
    }

    private struct Shuffled: Codable, Equatable {
        var values = [[1, 2], [3], []]

        init() {}
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            values = []
            while !container.isAtEnd {
                var nested = try container.nestedUnkeyedContainer()
                var numbers: [Int] = []
                while !nested.isAtEnd { numbers.append(try nested.decode(Int.self)) }
                values.append(numbers)
            }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            var nested = values.map { _ in container.nestedUnkeyedContainer() }
            #expect(container.count == values.count)
            for round in 0..<2 {
                for index in nested.indices.reversed() where round < values[index].count {
                    try nested[index].encode(values[index][round])
                }
            }
            #expect(nested[0].count == 2)
        }
    }

    @Test func `arrays written side by side are correct`() throws {
        #expect(try wireText(["a": Shuffled()]) == #"{"a":[[1,2],[3],[]]}"#)
        #expect(try roundTrip([Shuffled(), Shuffled()]) == [Shuffled(), Shuffled()])
    }

    @Test func `what fails is taken back when its type goes on`() throws {
        struct Bad: Encodable {
            var first = Date()
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: WireCodingKey.self)
                try container.encode(first, forKey: WireCodingKey(stringValue: "first"))
                var nested = container.nestedUnkeyedContainer(forKey: WireCodingKey(stringValue: "nested"))
                try nested.encode(1)
                try container.encode([1: Int.max], forKey: WireCodingKey(stringValue: "last"))
            }
        }
        struct Lenient: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try? container.encode(Bad())
                try container.encode(1)
                try? container.encode([[Bad()]])
                try? container.encode(Int.max)
                try container.encode([2])
                #expect(container.count == 2)
            }
        }
        var writer = WireWriter()
        try WireEncoder.encode(["a": Lenient()], into: &writer, maximumDepth: 9)
        #expect(!writer.hasTags)
        #expect(writer.text() == #"{"a":[1,[2]]}"#)
        #expect { try wireText(["x": [Bad()]]) } throws: { ($0 as? WireEncodingError)?.path == "x[0].last[\"\(1)\"]" }
    }

    @Test func `the error of a type's own encoding has its path`() throws {
        struct Refusal: Error {}
        struct Picky: Encodable { func encode(to encoder: any Encoder) throws { throw Refusal() } }
        struct Holder: Encodable { var items = ["a b": [Picky()]] }
        #expect { try wireText(Holder()) } throws: {
            guard let error = $0 as? WireEncodingError, case .failed(let reason) = error.problem else { return false }
            return error.path == #"items["a b"][0]"# && reason.contains("Refusal")
        }
    }

    @Test func `an encoder used against the rules is an error and no trap`() throws {
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(1)
                try container.encode(2)
            }
        }
        struct Both: Encodable {
            func encode(to encoder: any Encoder) throws {
                var keyed = encoder.container(keyedBy: WireCodingKey.self)
                var unkeyed = encoder.unkeyedContainer()
                _ = unkeyed.nestedUnkeyedContainer()
                try? keyed.encode(1, forKey: WireCodingKey(stringValue: "a"))
            }
        }
        final class Keeper: Encodable {
            nonisolated(unsafe) static var kept: (any UnkeyedEncodingContainer)?
            func encode(to encoder: any Encoder) throws {
                Keeper.kept = encoder.unkeyedContainer()
            }
        }
        struct Late: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(Keeper())
                try container.encode([1])
                try Keeper.kept?.encode(3)
            }
        }
        #expect(throws: WireEncodingError.self) { try wireText([Twice()]) }
        #expect(throws: WireEncodingError.self) { try wireText([Both()]) }
        #expect(throws: WireEncodingError.self) { try wireText([Late()]) }
        Keeper.kept = nil
    }

    @Test func `a key with a dollar after nested containers keeps these in their places`() throws {
        struct Late: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: WireCodingKey.self)
                var nested = container.nestedUnkeyedContainer(forKey: WireCodingKey(stringValue: "nested"))
                try nested.encode(1)
                try container.encode(2, forKey: WireCodingKey(stringValue: "$"))
            }
        }
        let text = #"{"$":"o","v":{"nested":[1],"$":2}}"#
        #expect(try wireText([Late(), Late()]) == "[\(text),\(text)]")
    }

    @Test func `members are found in any order, and not in the values of others`() throws {
        struct Members: Decodable, Equatable {
            enum CodingKeys: CodingKey { case a, b, c }
            var a: [String]
            var b: Int
            var c: [String: Int]
        }
        let expected = Members(a: ["b", "c"], b: 1, c: ["a": 2, "b": 3])
        let members = [#""a":["b","c"]"#, #""b":1"#, #""c":{"a":2,"b":3}"#, #""d":{"b":{"a":"c"}}"#]
        for shift in members.indices {
            let rotated = members[shift...] + members[..<shift]
            for order in [Array(rotated), rotated.reversed()] {
                #expect(try wireValue("{\(order.joined(separator: ","))}", as: Members.self) == expected)
            }
        }
        // The array's elements look like members.
        struct Loose: Decodable {
            var a: [Either]
            var b: Int
        }
        enum Either: Decodable {
            case string, number
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                self = (try? container.decode(Int.self)) == nil ? .string : .number
            }
        }
        #expect(try wireValue(#"{"a":["b",5],"b":1}"#, as: Loose.self).b == 1)
    }

    @Test(arguments: [200])
    func `values as deep as this fit a stack of half a megabyte`(depth: Int) async throws {
        final class Link: Codable {
            var next: Link?
            init(_ next: Link?) { self.next = next }
        }
        let text = String(repeating: #"{"next":"#, count: depth) + "{}" + String(repeating: "}", count: depth)
        let isSame = await withCheckedContinuation { continuation in
            let thread = Thread {
                let link = try? WireDecoder.decode(
                    Link.self, from: WireText(text, maximumDepth: depth + 1).root, path: "")
                continuation.resume(returning: (try? wireText(link, maximumDepth: depth + 1)) == text)
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(isSame)
    }
}
