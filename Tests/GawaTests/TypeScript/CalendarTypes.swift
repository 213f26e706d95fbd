import Foundation
import Gawa

/// Types of the kinds that apps have, for the schemas of these tests.
enum CalendarTypes {
    enum Visibility: String, Codable, CaseIterable { case everyone, friends, `private` }

    enum Weight: Int, Codable, CaseIterable { case light = 1, heavy = 10 }

    struct Note: Codable {
        var id: UUID
        var title: String
        var due: Foundation.Date?
        var tags: Set<String>
        var visibility: Visibility
        var replies: [Note]
        var counts: [String: Int]
        var isPinned: Bool
        var revision: Int64
    }

    struct Attachment: Codable {
        enum CodingKeys: String, CodingKey {
            case name
            case content
            case source = "source-url"
            case price
            case note
        }
        var name: String
        var content: Data
        var source: URL?
        var price: Decimal
        var note: Note?
    }

    enum Shape: Codable, BridgeDescribable {
        case circle(radius: Double)
        case polygon([Point], isFilled: Bool?)
        case group([Shape])
        case square

        static var bridgeSchema: TypeSchema {
            .payloadEnum(
                Self.self,
                [
                    "circle": ["radius": Double.self], "polygon": ["_0": [Point].self, "isFilled": Bool?.self],
                    "group": ["_0": [Shape].self], "square": [:],
                ])
        }
    }

    /// A point that is coded as `[x, y]`.
    struct Point: Codable {
        var x: Double
        var y: Double

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            x = try list.decode(Double.self)
            y = try list.decode(Double.self)
        }

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(x)
            try list.encode(y)
        }
    }

    struct Drawing: Codable {
        var shapes: [Shape]
        var first: Shape
        var background: Shape?
        var thumbnail: Data
    }

    struct Page<Item: Codable>: Codable {
        var items: [Item]
        var next: Int?
    }

    /// Any JSON, in the form that many apps have.
    enum JSON: Codable, Equatable {
        case null
        case boolean(Bool)
        case number(Double)
        case string(String)
        case array([JSON])
        case object([String: JSON])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .boolean(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode([JSON].self) {
                self = .array(value)
            } else {
                self = .object(try container.decode([String: JSON].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .boolean(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .array(let value): try container.encode(value)
            case .object(let value): try container.encode(value)
            }
        }
    }

    struct Empty: Codable {}

    /// Another type that is called `Note`.
    enum Music {
        struct Note: Codable { var pitch: Int }
    }

    /// A name that TypeScript's own library has.
    struct Date: Codable { var year: Int }
}

extension BridgeSchema {
    /// A schema of functions of one answer or none that has every kind of type.
    static var plain: BridgeSchema {
        func parameter<T>(_ name: String, _ type: T.Type) -> ParameterSchema {
            ParameterSchema(name: name, type: .of(type))
        }
        return BridgeSchema(services: [
            ServiceSchema(
                name: "calendars", documentation: "The user's calendars.\n\nText from a person: */ alert(1) /*",
                functions: [
                    FunctionSchema(
                        name: "follow", parameters: [parameter("id", String.self)],
                        documentation: "Follows a calendar, or no longer does."),
                    FunctionSchema(name: "isFollowing", parameters: [parameter("id", String.self)], result: .boolean),
                    FunctionSchema(
                        name: "search",
                        parameters: [
                            parameter("query", String.self), parameter("limit", Int?.self),
                            parameter("in", CalendarTypes.Visibility?.self),
                        ], result: .of(CalendarTypes.Page<CalendarTypes.Note>.self)),
                    FunctionSchema(
                        name: "move",
                        parameters: [parameter("id", Int64?.self), parameter("options", Foundation.Date.self)],
                        result: .of(CalendarTypes.Note?.self)),
                    FunctionSchema(
                        name: "attach", parameters: [parameter("attachment", CalendarTypes.Attachment.self)],
                        result: .of(CalendarTypes.Attachment.self)),
                    FunctionSchema(
                        name: "log", kind: .message,
                        parameters: [parameter("line", String.self), parameter("data", Data?.self)]),
                    FunctionSchema(
                        name: "dotted.name", parameters: [parameter("two words", [URL].self)],
                        result: .of([Decimal?].self)),
                    FunctionSchema(name: "then", result: .string),
                ]),
            ServiceSchema(
                name: "art-works",
                functions: [
                    FunctionSchema(
                        name: "draw", parameters: [parameter("drawing", CalendarTypes.Drawing.self)],
                        result: .of(CalendarTypes.Shape.self)),
                    FunctionSchema(
                        name: "keep", parameters: [parameter("value", CalendarTypes.JSON.self)],
                        result: .of(CalendarTypes.JSON.self)),
                    FunctionSchema(
                        name: "play", parameters: [parameter("note", CalendarTypes.Music.Note.self)],
                        result: .of([CalendarTypes.Weight: CalendarTypes.Date].self)),
                    FunctionSchema(name: "nothing", result: .of(CalendarTypes.Empty.self)),
                    FunctionSchema(name: "odd", result: .unknown(reason: "it is odd")),
                ]),
        ])
    }
}
