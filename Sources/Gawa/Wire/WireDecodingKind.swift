internal import Foundation

/// How values of a type are read.
enum WireDecodingKind {
    case date, data, url, decimal, wideInteger
    case array(any WireDecodableArray.Type)
    case object(any WireDecodableObject.Type)
    case optional(any WireDecodableOptional.Type)
    /// By their own `init(from:)`.
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
        } else if !(type is any WireDecodableDirectly.Type) {
            // Most types, with one question.
            self = .other
        } else if let type = type as? any WireDecodableArray.Type {
            self = .array(type)
        } else if let type = type as? any WireDecodableObject.Type {
            self = .object(type)
        } else if let type = type as? any WireDecodableOptional.Type {
            self = .optional(type)
        } else {
            self = .other
        }
    }

    var isFlat: Bool {
        switch self {
        case .date, .data, .url, .decimal, .wideInteger: true
        case .array, .object, .optional, .other: false
        }
    }

    var isOptional: Bool {
        if case .optional = self { true } else { false }
    }

    private static func isWideInteger(_ type: Any.Type) -> Bool {
        guard #available(macOS 15, iOS 18, *) else { return false }
        return type == Int128.self || type == UInt128.self
    }
}
