internal import Foundation

extension WireDecoding {
    /// Decodes the value at an index of the tape.
    ///
    /// Where the type is known to the compiler, all but one of the branches fall away.
    ///
    /// - Parameter step: The step to it; nil if the path is that of the value around it.
    @inline(__always)
    func decode<Value: Decodable>(_ type: Value.Type, at index: Int, step: Step?) throws -> Value {
        if type == String.self { return same(try string(at: index, step), as: type) }
        if type == Int.self { return same(try integer(Int.self, at: index, step), as: type) }
        if type == Double.self { return same(try double(at: index, step), as: type) }
        if type == Bool.self { return same(try boolean(at: index, step), as: type) }
        if type == Int32.self { return same(try integer(Int32.self, at: index, step), as: type) }
        if type == Int64.self { return same(try integer(Int64.self, at: index, step), as: type) }
        if type == UInt64.self { return same(try integer(UInt64.self, at: index, step), as: type) }
        if type == Float.self { return same(try float(at: index, step), as: type) }
        if type == UInt.self { return same(try integer(UInt.self, at: index, step), as: type) }
        if type == UInt8.self { return same(try integer(UInt8.self, at: index, step), as: type) }
        if type == UInt32.self { return same(try integer(UInt32.self, at: index, step), as: type) }
        if type == Int16.self { return same(try integer(Int16.self, at: index, step), as: type) }
        if type == UInt16.self { return same(try integer(UInt16.self, at: index, step), as: type) }
        if type == Int8.self { return same(try integer(Int8.self, at: index, step), as: type) }
        return try decodeOther(type, at: index, step: step)
    }

    @inline(__always)
    private func string(at index: Int, _ step: Step?) throws -> String {
        guard tape.entries[index].kind == .string else {
            throw mismatch(String.self, "a string", at: index, step: step)
        }
        return tape.string(at: index)
    }

    @inline(__always)
    private func boolean(at index: Int, _ step: Step?) throws -> Bool {
        let entry = tape.entries[index]
        guard entry.kind == .boolean else { throw mismatch(Bool.self, "a boolean", at: index, step: step) }
        return entry.payload != 0
    }

    @inline(__always)
    private func double(at index: Int, _ step: Step?) throws -> Double {
        let entry = tape.entries[index]
        switch entry.kind {
        case .integer: return Double(entry.integer)
        case .double: return entry.double
        default: throw mismatch(Double.self, "a number", at: index, step: step)
        }
    }

    @inline(__always)
    private func float(at index: Int, _ step: Step?) throws -> Float {
        let double = try double(at: index, step)
        let float = Float(double)
        guard float.isFinite || !double.isFinite else {
            throw corrupted("a number that a Float holds", at: index, step: step)
        }
        return float
    }

    /// An integer, from a number within ±(2⁵³−1) or a BigInt.
    @inline(__always)
    private func integer<Value: FixedWidthInteger>(
        _ type: Value.Type, at index: Int, _ step: Step?
    ) throws -> Value {
        let entry = tape.entries[index]
        if entry.kind == .integer, let value = Value(exactly: entry.integer) { return value }
        return try unusualInteger(type, at: index, step)
    }

    private func unusualInteger<Value: FixedWidthInteger>(
        _ type: Value.Type, at index: Int, _ step: Step?
    ) throws -> Value {
        let entry = tape.entries[index]
        switch entry.kind {
        case .double:
            if let integer = WireNumber.integer(entry.double), let value = Value(exactly: integer) { return value }
        case .bigInt:
            if let value = Value(tape.string(at: index)) { return value }
        case .integer: break
        default: throw mismatch(type, Self.words(type), at: index, step: step)
        }
        throw corrupted(Self.words(type), at: index, step: step)
    }

    private static func words<Value: FixedWidthInteger>(_ type: Value.Type) -> String {
        Value.bitWidth < 64
            ? "an integer from \(Value.min) to \(Value.max)"
            : "an integer within ±(2^53−1), or a BigInt from \(Value.min) to \(Value.max)"
    }

    // MARK: Foundation's types

    /// A value of one of the flat types.
    func flat<Value>(_ type: Value.Type, at index: Int, step: Step?) throws -> Value {
        if type == Date.self { return same(try date(at: index, step), as: type) }
        if type == Data.self { return same(try data(at: index, step), as: type) }
        if type == URL.self { return same(try url(at: index, step), as: type) }
        if type == Decimal.self { return same(try decimal(at: index, step), as: type) }
        if #available(macOS 15, iOS 18, *) {
            if type == Int128.self { return same(try integer(Int128.self, at: index, step), as: type) }
            if type == UInt128.self { return same(try integer(UInt128.self, at: index, step), as: type) }
        }
        throw mismatch(type, "a value for \(type)", at: index, step: step)
    }

    private func date(at index: Int, _ step: Step?) throws -> Date {
        let entry = tape.entries[index]
        guard entry.kind == .date else { throw mismatch(Date.self, "a Date", at: index, step: step) }
        guard let date = WireDates.date(milliseconds: entry.double) else {
            throw corrupted("a valid Date", at: index, step: step)
        }
        return date
    }

    private func data(at index: Int, _ step: Step?) throws -> Data {
        let entry = tape.entries[index]
        if entry.kind == .attachment { return tape.attachments[entry.integer] }
        guard entry.kind == .bytes else {
            throw mismatch(Data.self, "bytes (an ArrayBuffer or a view of one)", at: index, step: step)
        }
        let start = Int(entry.start)
        let range = start..<(start + entry.integer)
        let text =
            entry.isEscaped ? Data(WireUnescaping.bytes(of: tape.bytes, in: range)) : Data(tape.bytes[range])
        guard let data = Data(base64Encoded: text) else { throw corrupted("padded base64", at: index, step: step) }
        return data
    }

    private func url(at index: Int, _ step: Step?) throws -> URL {
        guard tape.entries[index].kind == .string else {
            throw mismatch(URL.self, "a string that is a URL", at: index, step: step)
        }
        guard let url = URL(string: tape.string(at: index)) else {
            throw corrupted("a string that is a URL", at: index, step: step)
        }
        return url
    }

    private func decimal(at index: Int, _ step: Step?) throws -> Decimal {
        let entry = tape.entries[index]
        let decimal: Decimal?
        switch entry.kind {
        case .string, .bigInt: decimal = WireDecimals.decimal(tape.string(at: index))
        case .integer: decimal = Decimal(entry.integer)
        case .double: decimal = WireDecimals.decimal(tape.numberText(at: index))
        default: throw mismatch(Decimal.self, "a string of digits, a number or a BigInt", at: index, step: step)
        }
        guard let decimal else {
            throw corrupted("a decimal number of at most 38 digits", at: index, step: step)
        }
        return decimal
    }
}
