import Foundation
import Gawa
import Testing

struct BridgeSchemaTests {
    private let sample = BridgeSchema.sample

    @Test func `the hash of a schema is the same in each run and on each platform`() {
        let schema = BridgeSchema(services: [
            ServiceSchema(
                name: "calendars",
                functions: [
                    FunctionSchema(
                        name: "isFollowing", parameters: [ParameterSchema(name: "id", type: .string)], result: .boolean)
                ])
        ])
        #expect(schema.hash == "e1c450ce8494af3f")
        #expect(BridgeSchema(services: []).hash == "cbf29ce484222325")
    }

    @Test func `the hash is not changed by what pages do not rely on`() {
        var other = sample
        other.services.reverse()
        for index in other.services.indices {
            other.services[index].functions.reverse()
            other.services[index].documentation = "other"
            other.services[index].functions[0].documentation = "other"
        }
        #expect(other.hash == sample.hash)
        #expect(hash(.of(Order.First.self)) == hash(.of(Order.Second.self)))
    }

    @Test func `the hash is changed by what pages rely on`() {
        let types: [TypeSchema] = [
            .void, .null, .boolean, .number, .bigint, .string, .bytes, .date, .url, .decimal, .optional(.string),
            .array(.string), .tuple([.string]), .dictionary(.string), .of(Order.First.self), .object(nil, []),
            .of(CalendarTypes.Visibility.self), .of(CalendarTypes.Weight.self), .of(CalendarTypes.Shape.self),
            .of(CalendarTypes.JSON.self), .of(CalendarTypes.Note.self), .unknown(reason: ""),
            .object(nil, [.init("a", .string)]), .object(nil, [.init("a", .string, isOptional: true)]),
            .object(nil, [.init("b", .string)]), .stream(of: .string), .function(arguments: [], result: .string),
            .function(arguments: [.string], result: .string), .function(arguments: [.string], result: .void),
        ]
        // As those of a parameter, where functions and streams can be.
        var hashes = Set(
            types.map { hash(FunctionSchema(name: "f", parameters: [ParameterSchema(name: "a", type: $0)])) })
        hashes.formUnion(types.prefix(22).map { hash(FunctionSchema(name: "f", result: $0)) })
        let kinds: [MemberKind] = [.message, .stream, .event, .latestEvent, .synchronous]
        hashes.formUnion(kinds.map { hash(FunctionSchema(name: "f", kind: $0)) })
        hashes.formUnion(
            [MemberKind.stream, .event].map { hash(FunctionSchema(name: "f", kind: $0, result: .string)) })
        hashes.insert(hash(FunctionSchema(name: "other")))
        hashes.insert(BridgeSchema(services: [ServiceSchema(name: "t", functions: [FunctionSchema(name: "f")])]).hash)
        #expect(hashes.count == types.count + 22 + kinds.count + 4)
    }

    @Test func `a schema that is written and read is the same`() throws {
        let data = try JSONEncoder().encode(sample)
        #expect(try JSONDecoder().decode(BridgeSchema.self, from: data) == sample)
    }

    @Test func `what cannot be declared or reached is warned of, with its place`() {
        struct Closed: Encodable {}
        let schema = BridgeSchema(services: [
            ServiceSchema(
                name: "a",
                functions: [
                    FunctionSchema(name: "then"), FunctionSchema(name: "call"), FunctionSchema(name: "same"),
                    FunctionSchema(name: "same"), FunctionSchema(name: "f", result: .of([Closed].self)),
                    FunctionSchema(name: "g", parameters: [ParameterSchema(name: "p", type: .of(Closed?.self))]),
                    FunctionSchema(name: "has", kind: .stream), FunctionSchema(name: "expose", kind: .event),
                    FunctionSchema(name: "then", kind: .latestEvent, result: .of(Closed.self)),
                    FunctionSchema(name: "f", kind: .event),
                ]),
            ServiceSchema(name: "a", functions: []), ServiceSchema(name: "history", functions: []),
        ])
        let reason = "GawaTests.BridgeSchemaTests.Closed is Encodable alone: make it Decodable too or BridgeDescribable"
        #expect(
            schema.warnings == [
                "a: there are two services of this name", "a.f: there are two functions or events of this name",
                "a.same: there are two functions or events of this name",
                "a.then: there are two functions or events of this name",
                "a.then: pages can reach it through call(\"then\", …) only",
                "a.call: each namespace has a member of this name, so a function cannot have it", "a.f: \(reason)",
                "a.g: \(reason)", "a.has: each namespace has a member of this name, so a function cannot have it",
                "a.then: \(reason)",
                "history: the window of each page has a property of this name, and TypeScript will refuse another",
            ])
        #expect(sample.warnings.count == 2)
    }

    @Test func `a schema is made of services' declarations alone, in the order of the services`() {
        let schema = BridgeSchema(Declared.self, EchoService.self)
        #expect(schema.services.map(\.name) == ["declared", "echo"])
        #expect(
            schema.services.first
                == ServiceSchema(
                    name: "declared", documentation: "What nobody has made.",
                    functions: [
                        FunctionSchema(
                            name: "find",
                            parameters: [
                                ParameterSchema(name: "text", type: .string),
                                ParameterSchema(name: "limit", type: .optional(.number)),
                            ], result: .array(.boolean), documentation: "Finds."),
                        FunctionSchema(name: "forget", result: .void),
                        FunctionSchema(
                            name: "note", kind: .message, parameters: [ParameterSchema(name: "at", type: .date)]),
                    ]))
    }

    private func hash(_ function: FunctionSchema) -> String {
        BridgeSchema(services: [ServiceSchema(name: "s", functions: [function])]).hash
    }

    private func hash(_ type: TypeSchema) -> String { hash(FunctionSchema(name: "f", result: type)) }
}

/// A service that cannot be made.
private struct Declared: BridgeService {
    let never: Never

    static let name = "declared"
    static let documentation = "What nobody has made."

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("find", "text", "limit", options: FunctionOptions(documentation: "Finds.")) {
            (_: Self, text: String, limit: Int?) in [text.isEmpty, limit == nil]
        }
        bridge.function("forget") { (_: Self) in }
        bridge.message("note", "at") { (_: Self, _: Date) in }
    }
}

/// Two types that are one to a page.
private enum Order {
    final class Leaf: Codable {
        var next: Leaf?
    }

    struct First: Codable {
        var z: Leaf
        var a: [Leaf]
    }

    struct Second: Codable {
        var a: [Leaf]
        var z: Leaf
    }
}
