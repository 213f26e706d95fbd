import Foundation

/// Optionals, arrays and dictionaries, seen without their type parameters.
protocol ProbedContainer {
    /// The schema, given a way to find that of the elements.
    static func probedSchema(_ schema: (Any.Type) -> TypeSchema) -> TypeSchema
    /// A value: with one element if one can be had, else empty.
    static func probedValue(_ element: (Any.Type) -> Any?) -> Any
}

extension Optional: ProbedContainer {
    static func probedSchema(_ schema: (Any.Type) -> TypeSchema) -> TypeSchema { .optional(schema(Wrapped.self)) }

    static func probedValue(_ element: (Any.Type) -> Any?) -> Any {
        let value: Wrapped? = element(Wrapped.self) as? Wrapped
        return value as Any
    }
}

extension Array: ProbedContainer {
    static func probedSchema(_ schema: (Any.Type) -> TypeSchema) -> TypeSchema { .array(schema(Element.self)) }

    static func probedValue(_ element: (Any.Type) -> Any?) -> Any {
        (element(Element.self) as? Element).map { [$0] } ?? []
    }
}

extension Set: ProbedContainer {
    static func probedSchema(_ schema: (Any.Type) -> TypeSchema) -> TypeSchema { .array(schema(Element.self)) }

    static func probedValue(_ element: (Any.Type) -> Any?) -> Any {
        (element(Element.self) as? Element).map { [$0] as Set } ?? []
    }
}

extension Dictionary: ProbedContainer {
    /// Swift writes other keys than these as an array in which keys and values alternate.
    private static var hasStringKeys: Bool {
        Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    }

    static func probedSchema(_ schema: (Any.Type) -> TypeSchema) -> TypeSchema {
        let value = schema(Value.self)
        return hasStringKeys ? .dictionary(value) : .array(.anyOf(nil, [schema(Key.self), value]))
    }

    static func probedValue(_ element: (Any.Type) -> Any?) -> Any { [:] as Self }
}

extension TypeSchema {
    /// The schema of a type that the bridge writes in a way of its own or as one primitive value.
    static func primitive(_ type: Any.Type) -> TypeSchema? {
        switch type {
        case is Void.Type: .void
        case is Bool.Type: .boolean
        case is String.Type, is UUID.Type: .string
        case is Int64.Type, is UInt64.Type: .bigint
        case is Int.Type, is Int8.Type, is Int16.Type, is Int32.Type, is UInt.Type, is UInt8.Type, is UInt16.Type,
            is UInt32.Type, is Double.Type, is Float.Type, is CGFloat.Type:
            .number
        case is Date.Type: .date
        case is Data.Type: .bytes
        case is URL.Type: .url
        case is Decimal.Type: .decimal
        default: nil
        }
    }
}

extension ProbeProfile {
    /// A made-up value of a type that has a ``TypeSchema/primitive(_:)`` schema.
    func primitive(_ type: Any.Type) -> Any? {
        switch type {
        case is Bool.Type: boolean
        case is String.Type: string
        case is UUID.Type: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
        case is CGFloat.Type: CGFloat(number)
        case is Double.Type: Double(number)
        case is Float.Type: Float(number)
        case is Date.Type: Date(timeIntervalSince1970: Double(number))
        case is Data.Type: Data([UInt8](repeating: 0, count: isFull ? 16 : 0))
        case is URL.Type: URL(string: "https://example.com/")
        case is Decimal.Type: Decimal(number)
        default: (type as? any FixedWidthInteger.Type)?.init(clamping: number)
        }
    }
}
