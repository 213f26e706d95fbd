import Foundation
import Gawa
import Testing

struct TypeSchemaTests {
    @Test func `values that the bridge writes in its own way are known`() {
        #expect(TypeSchema.of(Void.self) == .void)
        #expect(TypeSchema.of(Bool.self) == .boolean)
        #expect(TypeSchema.of(String.self) == .string)
        #expect(TypeSchema.of(UUID.self) == .string)
        for type in [
            TypeSchema.of(Int.self), .of(Int8.self), .of(Int16.self), .of(Int32.self), .of(UInt.self), .of(UInt8.self),
            .of(UInt16.self), .of(UInt32.self), .of(Double.self), .of(Float.self), .of(CGFloat.self),
        ] {
            #expect(type == .number)
        }
        #expect(TypeSchema.of(Int64.self) == .bigint)
        #expect(TypeSchema.of(UInt64.self) == .bigint)
        #expect(TypeSchema.of(Date.self) == .date)
        #expect(TypeSchema.of(Data.self) == .bytes)
        #expect(TypeSchema.of(URL.self) == .url)
        #expect(TypeSchema.of(Decimal.self) == .decimal)
    }

    @Test func `optionals, lists and dictionaries say what they hold`() {
        #expect(TypeSchema.of(Int??.self) == .optional(.optional(.number)))
        #expect(TypeSchema.of([Data?].self) == .array(.optional(.bytes)))
        #expect(TypeSchema.of(Set<String>.self) == .array(.string))
        #expect(TypeSchema.of([String: [URL]].self) == .dictionary(.array(.url)))
        #expect(TypeSchema.of([Int: Date].self) == .dictionary(.date))
        #expect(TypeSchema.of([UUID: Date].self) == .array(.anyOf(nil, [.string, .date])))
        #expect(TypeSchema.of(ContiguousArray<Int>.self) == .array(.number))
        #expect(TypeSchema.of(ClosedRange<Int>.self) == .tuple([.number, .number]))
    }

    @Test func `a struct's members are found with their keys, optionals and types`() {
        struct Inner: Codable { var x: Double }
        struct Outer: Codable {
            enum CodingKeys: String, CodingKey {
                case name = "the-name"
                case flag, small, count, big, inner, list, twice
            }
            var name: String?
            var flag: Bool?
            var small: Int8?
            var count: Int
            var big: UInt64?
            var inner: Inner
            var list: [Inner?]
            var twice: Int??
        }
        let inner = TypeSchema.TypeName(swiftName: "GawaTests.TypeSchemaTests.Inner", name: "Inner")
        #expect(
            TypeSchema.of(Outer.self)
                == .object(
                    TypeSchema.TypeName(swiftName: "GawaTests.TypeSchemaTests.Outer", name: "Outer"),
                    [
                        .init("the-name", .string, isOptional: true), .init("flag", .boolean, isOptional: true),
                        .init("small", .number, isOptional: true), .init("count", .number),
                        .init("big", .bigint, isOptional: true), .init("inner", .object(inner, [.init("x", .number)])),
                        .init("list", .array(.optional(.reference(inner)))),
                        .init("twice", .optional(.number), isOptional: true),
                    ]))
    }

    @Test func `a class and its parent share one object or nest, as they are coded`() {
        #expect(
            members(of: Coding.Child.self) == [
                .init("name", .string), .init("super", .object(nil, [.init("id", .number)])),
            ])
        #expect(members(of: Coding.Flat.self) == [.init("id", .number), .init("name", .string)])
    }

    @Test func `containers that a type nests in itself are objects and tuples`() {
        #expect(
            members(of: Coding.Nested.self) == [
                .init("position", .object(nil, [.init("x", .number), .init("label", .string, isOptional: true)])),
                .init("pair", .tuple([.string, .boolean])),
            ])
    }

    @Test func `a wrapper around one value has the form of the value`() {
        #expect(TypeSchema.of(Coding.Identifier.self) == .string)
        #expect(TypeSchema.of(Coding.Choice.self) == .number)
        #expect(TypeSchema.of([Coding.Identifier: Int].self) == .array(.anyOf(nil, [.string, .number])))
    }

    @Test func `enums with raw values list them when they are CaseIterable, and else have the form of the values`() {
        #expect(
            TypeSchema.of(CalendarTypes.Visibility.self)
                == .enumeration(
                    TypeSchema.TypeName(swiftName: "GawaTests.CalendarTypes.Visibility", name: "Visibility"),
                    [.string("everyone"), .string("friends"), .string("private")]))
        guard case .enumeration(_, let weights) = TypeSchema.of(CalendarTypes.Weight.self),
            case .enumeration(_, let wide) = TypeSchema.of(Coding.Wide.self)
        else {
            Issue.record("not enumerations")
            return
        }
        #expect(weights == [.number(1), .number(10)])
        #expect(wide == [.bigint("9007199254740993")])
        #expect(TypeSchema.of(Coding.Unlisted.self) == .string)
        #expect(members(of: Coding.Own.self) == [.init("kind", .string)])
    }

    @Test func `a type of several forms has all of them`() {
        let name = TypeSchema.TypeName(swiftName: "GawaTests.CalendarTypes.JSON", name: "JSON")
        #expect(
            TypeSchema.of(CalendarTypes.JSON.self)
                == .anyOf(
                    name,
                    [
                        .boolean, .number, .string, .array(.reference(name)), .dictionary(.reference(name)), .null,
                    ]))
        #expect(
            TypeSchema.of(Coding.NameOrObject.self)
                == .anyOf(
                    TypeSchema.TypeName(swiftName: "GawaTests.Coding.NameOrObject", name: "NameOrObject"),
                    [.string, .object(nil, [.init("name", .string)])]))
    }

    @Test func `members that depend on another member can be missing`() {
        #expect(
            members(of: Coding.Dependent.self) == [
                .init("isAdmin", .boolean), .init("level", .number, isOptional: true),
                .init("note", .string, isOptional: true),
            ])
    }

    @Test func `a type that takes any keys is a dictionary`() {
        #expect(TypeSchema.of(Coding.Bag.self) == .dictionary(.number))
    }

    @Test func `a type that looks at its values is tried with others`() {
        #expect(members(of: Coding.Event.self) == [.init("start", .string), .init("count", .number)])
    }

    @Test func `a definition that only a failed attempt saw stands where it is used`() {
        let empty = TypeSchema.TypeName(swiftName: "GawaTests.Coding.Empty", name: "Empty")
        #expect(members(of: Coding.Picky.self) == [.init("part", .object(empty, [])), .init("text", .string)])
    }

    @Test func `a payload enum that describes itself is a union, also inside other types`() {
        guard case .object(_, let drawing) = TypeSchema.of(CalendarTypes.Drawing.self),
            case .array(.union(let shape, let cases)) = drawing.first?.schema
        else {
            Issue.record("no union")
            return
        }
        #expect(cases.map(\.name) == ["circle", "polygon", "group", "square"])
        #expect(
            cases[1].members == [
                .init("_0", .array(.tuple([.number, .number]))), .init("isFilled", .boolean, isOptional: true),
            ])
        #expect(cases[2].members == [.init("_0", .array(.reference(shape)))])
        #expect(drawing.map(\.name) == ["shapes", "first", "background", "thumbnail"])
        #expect(drawing[1] == .init("first", .reference(shape)))
        #expect(CalendarTypes.Shape.bridgeSchema == .of(CalendarTypes.Shape.self))
    }

    @Test func `the described union is what Swift's synthesised coding writes`() throws {
        let shapes: [CalendarTypes.Shape] = [.circle(radius: 1), .group([.square])]
        let text = String(decoding: try JSONEncoder().encode(shapes), as: UTF8.self)
        #expect(text == #"[{"circle":{"radius":1}},{"group":{"_0":[{"square":{}}]}}]"#)
    }

    @Test func `an example helps where no value can be made up`() {
        #expect(members(of: Coding.Contact.self) == [.init("email", .string), .init("age", .number)])
    }

    private func members<T>(of type: T.Type) -> [TypeSchema.Member]? {
        guard case .object(_, let members) = TypeSchema.of(type) else { return nil }
        return members
    }
}
