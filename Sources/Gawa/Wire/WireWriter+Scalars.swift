extension WireWriter {
    /// Adds a value of one of the standard library's scalar types.
    ///
    /// Where the type is known to the compiler, all but one of the branches fall away.
    ///
    /// - Returns: Whether the value is of such a type.
    @inline(__always)
    mutating func append<Value>(scalar value: Value) throws(WireEncodingError.Problem) -> Bool {
        if let value = exactly(value, as: String.self) {
            append(string: value)
        } else if let value = exactly(value, as: Int.self) {
            try append(number: value, alternative: "Int64")
        } else if let value = exactly(value, as: Double.self) {
            append(number: value)
        } else if let value = exactly(value, as: Bool.self) {
            append(boolean: value)
        } else if let value = exactly(value, as: Int32.self) {
            append(integer: Int(value))
        } else if let value = exactly(value, as: Int64.self) {
            appendTag("i", String(value))
        } else if let value = exactly(value, as: UInt64.self) {
            appendTag("i", String(value))
        } else if let value = exactly(value, as: Float.self) {
            append(number: Double(value))
        } else if let value = exactly(value, as: UInt.self) {
            try append(number: value, alternative: "UInt64")
        } else if let value = exactly(value, as: UInt8.self) {
            append(integer: Int(value))
        } else if let value = exactly(value, as: UInt32.self) {
            append(integer: Int(value))
        } else if let value = exactly(value, as: Int16.self) {
            append(integer: Int(value))
        } else if let value = exactly(value, as: UInt16.self) {
            append(integer: Int(value))
        } else if let value = exactly(value, as: Int8.self) {
            append(integer: Int(value))
        } else {
            return false
        }
        return true
    }

    @inline(__always)
    private mutating func append(
        number: some FixedWidthInteger, alternative: StaticString
    ) throws(WireEncodingError.Problem) {
        guard number.magnitude <= WireNumber.maximumInteger else {
            throw .integerOutOfRange(value: String(number), alternative: String(describing: alternative))
        }
        append(integer: Int(number))
    }
}
