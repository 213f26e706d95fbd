/// A type that is read from an array, an object, or nothing at all without asking its own `init(from:)`.
protocol WireDecodableDirectly {
    init(from decoding: WireDecoding, at index: Int) throws
}

/// An array of which the elements can be read.
protocol WireDecodableArray: WireDecodableDirectly {}

/// A dictionary that is read from an object with its keys.
protocol WireDecodableObject: WireDecodableDirectly {}

/// An optional of which the value can be read.
protocol WireDecodableOptional: WireDecodableDirectly {}

extension WireDecodableDirectly {
    /// Reads a value as a type that is known to be this one.
    static func decode<Value>(as type: Value.Type, from decoding: WireDecoding, at index: Int) throws -> Value {
        same(try Self(from: decoding, at: index), as: Value.self)
    }
}

extension Array: WireDecodableArray, WireDecodableDirectly where Element: Decodable {
    init(from decoding: WireDecoding, at index: Int) throws {
        self = try decoding.elements(Element.self, at: index)
    }
}

extension Dictionary: WireDecodableObject, WireDecodableDirectly where Key == String, Value: Decodable {
    init(from decoding: WireDecoding, at index: Int) throws {
        self = try decoding.members(Value.self, at: index)
    }
}

extension Optional: WireDecodableOptional, WireDecodableDirectly where Wrapped: Decodable {
    /// Nil for what is absent or undefined. Null is the nil of an optional inside this one, if there is one.
    init(from decoding: WireDecoding, at index: Int) throws {
        switch decoding.tape.entries[index].kind {
        case .absent, .undefined: self = nil
        case .null where !decoding.isOptional(Wrapped.self): self = nil
        default: self = try decoding.decode(Wrapped.self, at: index, step: nil)
        }
    }
}
