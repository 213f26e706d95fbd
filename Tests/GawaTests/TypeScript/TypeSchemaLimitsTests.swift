import Foundation
import Testing

@testable import Gawa

struct TypeSchemaLimitsTests {
    @Test func `recursive types refer to themselves`() {
        let tree = TypeSchema.TypeName(swiftName: "GawaTests.Coding.Tree", name: "Tree")
        let forest = TypeSchema.TypeName(swiftName: "GawaTests.Coding.Forest", name: "Forest")
        #expect(
            TypeSchema.of(Coding.Tree.self)
                == .object(
                    tree,
                    [
                        .init("parent", .reference(tree), isOptional: true),
                        .init(
                            "children",
                            .array(.object(forest, [.init("trees", .dictionary(.reference(tree)))]))),
                    ]))
        guard case .object(forest, let members) = TypeSchema.of(Coding.Forest.self),
            case .dictionary(.object(tree, _)) = members.first?.schema
        else {
            Issue.record("the forest is not whole by itself")
            return
        }
    }

    @Test(.timeLimit(.minutes(1))) func `a type that names ever new types ends`() {
        let schema = TypeSchema.of(Coding.Growing<Int>.self)
        #expect(reasons(in: schema).contains { $0.contains("too deep") })
    }

    @Test func `a type whose parts repeat takes the time of its different parts`() {
        // Sixteen million parts of 25 types.
        var schema: TypeSchema?
        let time = ContinuousClock().measure {
            schema = .of(Coding.Eight<Coding.Eight<Coding.Eight<Coding.Empty>>>.self)
        }
        var definitions = 0
        schema?.visit { part in
            if part.definedName != nil { definitions += 1 }
        }
        #expect(definitions == 25)
        #expect(time < .seconds(60))
    }

    @Test(.timeLimit(.minutes(1))) func `a type that reads without end is stopped and unknown`() {
        #expect(reasons(in: .of(Coding.Endless.self)).first?.hasPrefix("GawaTests.Coding.Endless ") == true)
    }

    @Test func `types that are made of nothing but themselves are unknown`() {
        for schema in [TypeSchema.of(Coding.Loop.self), .of(Coding.Immediate.self), .of(Coding.Circular.self)] {
            guard case .unknown(let reason) = schema else {
                Issue.record("\(schema)")
                continue
            }
            #expect(reason.hasPrefix("GawaTests.Coding."))
        }
    }

    @Test func `a payload enum that does not describe itself is unknown, and so is what holds it`() {
        guard case .unknown(let reason) = TypeSchema.of(Coding.Payload.self),
            case .unknown(let holder) = TypeSchema.of(Coding.Holder.self)
        else {
            Issue.record("not unknown")
            return
        }
        #expect(reason.hasPrefix("GawaTests.Coding.Payload decides by the keys"))
        #expect(holder.hasPrefix("GawaTests.Coding.Holder ") && holder.contains("no value of GawaTests.Coding.Payload"))
    }

    @Test func `types that are not Codable are unknown`() {
        struct Closed {}
        #expect(
            TypeSchema.of([Closed].self)
                == .array(
                    .unknown(
                        reason:
                            "GawaTests.TypeSchemaLimitsTests.Closed is not Codable: make it Decodable too or BridgeDescribable"
                    )))
    }

    @Test func `a description that a type keeps is whole, whoever asked first`() {
        guard case .object(_, let members) = TypeSchema.of(Coding.HoldsKept.self) else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == ["visibility", "kept"])
        guard case .union(_, let cases) = TypeSchema.of(Coding.Kept.self) else {
            Issue.record("no union")
            return
        }
        #expect(cases.first?.members.first?.schema == .of(CalendarTypes.Visibility.self))
    }

    @Test func `two local types of one name are two`() {
        func first() -> TypeSchema {
            struct Local: Codable { var a: Int }
            return .of(Local.self)
        }
        func second() -> TypeSchema {
            struct Local: Codable { var b: Int }
            return .of(Local.self)
        }
        let schema = BridgeSchema(services: [
            ServiceSchema(
                name: "s",
                functions: [FunctionSchema(name: "f", result: first()), FunctionSchema(name: "g", result: second())])
        ])
        let text = TypeScriptDeclarations(schema).text
        #expect(text.contains("f(options?: CallOptions): Promise<Local>;"))
        #expect(text.contains("g(options?: CallOptions): Promise<Local2>;"))
        #expect(text.contains("interface Local {\n  a: number;"))
        #expect(text.contains("interface Local2 {\n  b: number;"))
    }

    @Test func `names of types are identifiers`() {
        #expect(TypeSchema.TypeName(CalendarTypes.Page<CalendarTypes.Note?>.self).name == "PageOptionalNote")
        #expect(TypeSchema.TypeName([String: Int].self).name == "DictionaryStringInt")
    }

    private func reasons(in schema: TypeSchema) -> [String] {
        let function = FunctionSchema(name: "f", result: schema)
        return BridgeSchema(services: [ServiceSchema(name: "s", functions: [function])]).warnings
            .map { String($0.dropFirst("s.f: ".count)) }
    }
}
