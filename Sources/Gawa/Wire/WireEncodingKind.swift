internal import Foundation

/// How values of a type are written.
enum WireEncodingKind {
    case date, data, url, decimal, wideInteger
    case array(any WireEncodableArray.Type)
    case object(any WireEncodableObject.Type)
    /// By their own `encode(to:)`, which does not leave a nil out.
    case optional
    /// By their own `encode(to:)`.
    case other

    init(_ type: Any.Type) {
        if type == Date.self {
            self = .date
        } else if type == Data.self {
            self = .data
        } else if type == URL.self {
            self = .url
        } else if type == Decimal.self {
            self = .decimal
        } else if Self.isWideInteger(type) {
            self = .wideInteger
        } else if !(type is any WireEncodableApart.Type) {
            // Most types, with one question.
            self = .other
        } else if let type = type as? any WireEncodableArray.Type {
            self = .array(type)
        } else if let type = type as? any WireEncodableObject.Type {
            self = .object(type)
        } else {
            self = type is any WireOptional.Type ? .optional : .other
        }
    }

    /// Whether such a value is neither an array nor an object, and asks no code of others.
    var isFlat: Bool {
        switch self {
        case .date, .data, .url, .decimal, .wideInteger: true
        case .array, .object, .optional, .other: false
        }
    }

    private static func isWideInteger(_ type: Any.Type) -> Bool {
        guard #available(macOS 15, iOS 18, *) else { return false }
        return type == Int128.self || type == UInt128.self
    }
}

/// A type of which values are not written by their own `encode(to:)` alone.
protocol WireEncodableApart {}

/// An array of which the elements can be written.
protocol WireEncodableArray: WireEncodableApart {
    func write(to sink: WireEncodingSink) throws
}

extension Array: WireEncodableArray, WireEncodableApart where Element: Encodable {
    func write(to sink: WireEncodingSink) throws { try sink.write(elements: self) }
}

/// A dictionary that is written as an object with its keys.
protocol WireEncodableObject: WireEncodableApart {
    func write(to sink: WireEncodingSink) throws
}

extension Dictionary: WireEncodableObject, WireEncodableApart where Key == String, Value: Encodable {
    func write(to sink: WireEncodingSink) throws { try sink.write(members: self) }
}

extension WireEncodableArray {
    /// Writes a value that is known to be of this type.
    static func write(_ value: some Any, to sink: WireEncodingSink) throws {
        try exactly(value, as: Self.self)?.write(to: sink)
    }
}

extension WireEncodableObject {
    /// Writes a value that is known to be of this type.
    static func write(_ value: some Any, to sink: WireEncodingSink) throws {
        try exactly(value, as: Self.self)?.write(to: sink)
    }
}
