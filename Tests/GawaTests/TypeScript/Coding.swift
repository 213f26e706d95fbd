import Foundation
import Gawa

/// Types that code themselves in ways that apps' types do.
enum Coding {
    class Parent: Codable { var id = 0 }

    final class Child: Parent {
        enum CodingKeys: String, CodingKey { case name }
        var name: String

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            try super.init(from: try container.superDecoder())
        }
    }

    final class Flat: Parent {
        enum CodingKeys: String, CodingKey { case name }
        var name = ""

        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder)
            name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        }
    }

    struct Nested: Decodable {
        enum Key: String, CodingKey { case position, pair, x, label }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let position = try container.nestedContainer(keyedBy: Key.self, forKey: .position)
            _ = try position.decode(Double.self, forKey: .x)
            if position.contains(.label) { _ = try position.decode(String.self, forKey: .label) }
            var pair = try container.nestedUnkeyedContainer(forKey: .pair)
            _ = try pair.decode(String.self)
            _ = try pair.decode(Bool.self)
        }
    }

    struct Identifier: RawRepresentable, Codable, Hashable { var rawValue: String }

    struct Choice: OptionSet, Codable { var rawValue: Int }

    enum Wide: Int64, Codable, CaseIterable { case only = 9_007_199_254_740_993 }

    enum Unlisted: String, Codable { case one, two }

    /// Listed raw values, but coded in another way.
    enum Own: String, CaseIterable, Decodable {
        case one
        enum Key: String, CodingKey { case kind }

        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .kind)
            self = .one
        }
    }

    struct NameOrObject: Decodable {
        enum Key: String, CodingKey { case name }
        var name: String

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                name = text
            } else {
                name = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .name)
            }
        }
    }

    struct Dependent: Decodable {
        enum Key: String, CodingKey { case isAdmin, level, note }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            if try container.decode(Bool.self, forKey: .isAdmin) { _ = try container.decode(Int.self, forKey: .level) }
            if try !container.decodeNil(forKey: .note) { _ = try container.decode(String.self, forKey: .note) }
        }
    }

    struct Bag: Decodable {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for key in container.allKeys { _ = try container.decode(Int.self, forKey: key) }
        }
    }

    /// Refuses what is no date.
    struct Event: Decodable {
        enum Key: String, CodingKey { case start, count }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let text = try container.decode(String.self, forKey: .start)
            _ = try Date(text, strategy: .iso8601)
            _ = try container.decode(Int.self, forKey: .count)
        }
    }

    /// Refuses the first text that is tried, after it has read a part.
    struct Picky: Decodable {
        enum Key: String, CodingKey { case part, text }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            _ = try container.decode(Empty.self, forKey: .part)
            let text = try container.decode(String.self, forKey: .text)
            guard !text.isEmpty else { throw CancellationError() }
        }
    }

    struct Empty: Codable {}

    /// Has its part twice: nested in itself, the number of parts doubles at each step.
    final class Twice<Part: Codable>: Codable {
        var one: Part
        var two: Part
    }

    typealias Eight<Part: Codable> = Twice<Twice<Twice<Twice<Twice<Twice<Twice<Twice<Part>>>>>>>>

    /// Refuses all but one text.
    struct Email: Codable, BridgeDescribable {
        var text: String

        init(_ text: String) { self.text = text }

        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            guard text == "gawa@example.com" else { throw CancellationError() }
        }

        static var bridgeSchema: TypeSchema { .string }
        static var bridgeExample: Email? { Email("gawa@example.com") }
    }

    struct Contact: Codable {
        var email: Email
        var age: Int
    }

    enum Payload: Codable { case a(Int), b }

    struct Holder: Codable {
        var payload: Payload
        var name: String
    }

    /// Names two other types at each step.
    struct Growing<T>: Decodable {
        enum Key: String, CodingKey { case one, two }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            _ = try container.decodeIfPresent(Growing<[T]>.self, forKey: .one)
            _ = try container.decodeIfPresent(Growing<T?>.self, forKey: .two)
        }
    }

    final class Tree: Codable {
        var parent: Tree?
        var children: [Forest]
    }

    struct Forest: Codable { var trees: [String: Tree] }

    /// Made of nothing but itself.
    struct Loop: Decodable {
        init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer().decode([Loop].self) }
    }

    struct Endless: Decodable {
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            while true { _ = try list.decode(Int.self) }
        }
    }

    final class Immediate: Decodable {
        enum Key: String, CodingKey { case me }

        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: Key.self).decode(Immediate.self, forKey: .me)
        }
    }

    struct Circular: Codable, BridgeDescribable { static var bridgeSchema: TypeSchema { .of(Circular.self) } }

    /// Said once and kept, and holds a type that others hold too.
    enum Kept: Codable, BridgeDescribable {
        case visible(CalendarTypes.Visibility)
        static let bridgeSchema = TypeSchema.payloadEnum(Kept.self, ["visible": ["_0": CalendarTypes.Visibility.self]])
    }

    struct HoldsKept: Codable {
        var visibility: CalendarTypes.Visibility
        var kept: Kept
    }
}
