import Foundation
import Testing

@testable import Gawa

struct PageReferenceTests {
    private typealias Function = PageReferences.Function
    private typealias Stream = PageReferences.Stream

    private static let reason = "a function or stream of the page can only be a whole argument, not a part of one"

    @Test func `a whole argument says what a function takes and gives, and what a stream holds`() {
        #expect(
            TypeSchema.of(Function<Bool, String, Date?>.self)
                == .function(arguments: [.string, .optional(.date)], result: .boolean))
        #expect(TypeSchema.of(Function<Int>.self) == .function(arguments: [], result: .number))
        #expect(TypeSchema.of(Stream<Data>.self) == .stream(of: .bytes))
    }

    @Test func `an argument that need not be passed can be one too`() {
        #expect(TypeSchema.of(Function<Bool>?.self) == .optional(.function(arguments: [], result: .boolean)))
        #expect(TypeSchema.of(Stream<Int>??.self) == .optional(.optional(.stream(of: .number))))
        #expect(Optional<Optional<Stream<Int>>>.self is any PageReferenceDescribing.Type)
        #expect(!(Optional<Int>.self is any PageReferenceDescribing.Type))
    }

    @Test func `a type of several arguments is defined at its first use`() {
        let schema = TypeSchema.of(Function<CalendarTypes.Page<Int>, CalendarTypes.Empty, CalendarTypes.Empty>.self)
        let empty = TypeSchema.TypeName(swiftName: "GawaTests.CalendarTypes.Empty", name: "Empty")
        guard case .function(let arguments, .object(_, let members)) = schema else {
            Issue.record("\(schema)")
            return
        }
        #expect(arguments == [.object(empty, []), .reference(empty)])
        #expect(members.map(\.name) == ["items", "next"])
    }

    @Test func `a part of an argument, an item or a result cannot be one`() {
        let unknown = TypeSchema.unknown(reason: Self.reason)
        #expect(TypeSchema.of([Function<Int>].self) == .array(unknown))
        #expect(TypeSchema.of([String: Stream<Int>?].self) == .dictionary(.optional(unknown)))
        #expect(TypeSchema.of(Function<Int, Function<Int>>.self) == .function(arguments: [unknown], result: .number))
        #expect(TypeSchema.of(Stream<Function<Int>?>.self) == .stream(of: .optional(unknown)))
        guard case .object(_, let members) = TypeSchema.of(PageReferences.PossibleHolder.self) else {
            Issue.record("not an object")
            return
        }
        #expect(members == [.init("name", .string), .init("function", unknown, isOptional: true)])
        #expect(
            TypeSchema.of(PageReferences.Holder.self)
                == .unknown(
                    reason: "GawaTests.PageReferences.Holder has a part that is not allowed: \(Self.reason)"))
    }

    @Test func `a schema that was written by hand is warned of where one cannot be`() {
        let function = TypeSchema.function(arguments: [.array(.stream(of: .number))], result: .unknown(reason: "odd"))
        let schema = ServiceSchema(
            name: "s",
            functions: [
                FunctionSchema(
                    name: "f",
                    parameters: [
                        ParameterSchema(name: "a", type: .optional(function)),
                        ParameterSchema(name: "b", type: .array(.function(arguments: [], result: .void))),
                    ]),
                FunctionSchema(name: "g", kind: .stream, result: .stream(of: .number)),
                FunctionSchema(name: "h", kind: .message, result: .stream(of: .number)),
                FunctionSchema(
                    name: "i", kind: .event, parameters: [ParameterSchema(name: "a", type: .unknown(reason: "odd"))],
                    result: .optional(function)),
            ])
        #expect(
            schema.warnings == [
                "s.f: \(Self.reason)", "s.f: odd", "s.f: \(Self.reason)", "s.g: \(Self.reason)", "s.i: \(Self.reason)",
            ])
        // What a function of the page takes goes the other way than what it gives.
        #expect(schema.functions.map(\.takesPageReferences) == [true, false, false, false])
    }
}
