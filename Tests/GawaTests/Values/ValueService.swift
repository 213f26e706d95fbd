import Foundation
import Gawa

/// A value in every place that a value can have within another.
struct Nest<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    var inside: Value
    var list: [Value]
    var table: [String: Value]
    var maybe: Value?

    init(_ value: Value) {
        inside = value
        list = [value, value]
        table = ["key": value, "__proto__": value]
        maybe = value
    }
}

/// An error that carries a value.
struct Carrying<Value: Encodable & Sendable>: CodedError, LocalizedError {
    let value: Value
    var code: String { "carrying" }
    var data: (any Encodable & Sendable)? { value }
    var errorDescription: String? { "Carries \(Spelling.of(value))" }
}

enum Shape: Codable, Equatable, Sendable {
    case circle(radius: Double)
    case labelled(String, at: Date)
    case square
}

enum Colour: String, Codable, CaseIterable, Sendable { case red, green }
enum Level: Int, Codable, Sendable { case low = 1, high = 9 }

/// For each type, functions that give a value back, alone and nested, spell it, and throw it.
struct ValueService: BridgeService {
    static let name = "values"

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        add("bool", Bool.self, to: &bridge)
        add("string", String.self, to: &bridge)
        add("int", Int.self, to: &bridge)
        add("int8", Int8.self, to: &bridge)
        add("int16", Int16.self, to: &bridge)
        add("int32", Int32.self, to: &bridge)
        add("int64", Int64.self, to: &bridge)
        add("uint", UInt.self, to: &bridge)
        add("uint8", UInt8.self, to: &bridge)
        add("uint16", UInt16.self, to: &bridge)
        add("uint32", UInt32.self, to: &bridge)
        add("uint64", UInt64.self, to: &bridge)
        add("double", Double.self, to: &bridge)
        add("float", Float.self, to: &bridge)
        add("decimal", Decimal.self, to: &bridge)
        add("date", Date.self, to: &bridge)
        add("data", Data.self, to: &bridge)
        add("url", URL.self, to: &bridge)
        add("optional", Int?.self, to: &bridge)
        add("doubleOptional", Int??.self, to: &bridge)
        add("strings", [String].self, to: &bridge)
        add("optionals", [Int?].self, to: &bridge)
        add("set", Set<Int>.self, to: &bridge)
        add("table", [String: Int].self, to: &bridge)
        add("optionalTable", [String: Int?].self, to: &bridge)
        add("intTable", [Int: String].self, to: &bridge)
        add("shape", Shape.self, to: &bridge)
        add("colour", Colour.self, to: &bridge)
        add("level", Level.self, to: &bridge)
        add("sample", Sample.self, to: &bridge)
        add("tree", Tree.self, to: &bridge)
    }

    private static func add<Value: Codable & Equatable & Sendable>(
        _ name: String, _ type: Value.Type, to bridge: inout BridgeDescription<Self>
    ) {
        bridge.function(name, "value") { (_: Self, value: Value) in value }
        bridge.function("\(name)Nested", "value") { (_: Self, value: Nest<Value>) in value }
        bridge.function("\(name)Spelt", "value") { (_: Self, value: Value) in Spelling.of(value) }
        bridge.function("\(name)Thrown", "value") { (_: Self, value: Value) throws in throw Carrying(value: value) }
    }
}

/// Nests as deep as one likes.
struct Tree: Codable, Equatable, Sendable {
    var children: [Tree] = []

    static func deep(_ levels: Int) -> Tree {
        (1..<max(levels, 1)).reduce(Tree()) { tree, _ in Tree(children: [tree]) }
    }
}
