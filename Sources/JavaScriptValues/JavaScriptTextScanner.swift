internal import Foundation

/// Reads the parts of codec text that hold no others: words, numbers and strings.
///
/// Every read is checked against the end, so no text can lead it outside the buffer.
@safe
struct JavaScriptTextScanner {
    private(set) var position = 0
    private let bytes: UnsafeBufferPointer<UInt8>

    /// - Parameter bytes: The text, which must outlive the scanner.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.bytes = bytes
    }

    /// The byte at the position, or 0, which no text holds, at the end.
    var current: UInt8 {
        unsafe position < bytes.count ? bytes[position] : 0
    }

    /// The byte after the current one, or 0.
    var next: UInt8 {
        unsafe position + 1 < bytes.count ? bytes[position + 1] : 0
    }

    var isAtEnd: Bool { unsafe position >= bytes.count }

    /// A copy of the whole text.
    var text: [UInt8] { unsafe Array(bytes) }

    mutating func jump(to position: Int) {
        self.position = position
    }

    /// Steps over a byte if it is the current one.
    mutating func accept(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    mutating func expect(_ byte: UInt8) throws(JavaScriptDecodingError) {
        guard accept(byte) else { throw .malformed(offset: position) }
    }

    mutating func expect(_ word: StaticString) throws(JavaScriptDecodingError) {
        let count = word.utf8CodeUnitCount
        guard unsafe bytes.count - position >= count else { throw .malformed(offset: position) }
        for index in 0..<count where unsafe bytes[position + index] != word.utf8Start[index] {
            throw .malformed(offset: position)
        }
        position += count
    }

    /// Reads a whole number without a sign, such as the index of a reference.
    mutating func readIndex() throws(JavaScriptDecodingError) -> Int {
        let start = position
        var index = 0
        while let digit = digit(current) {
            index = index * 10 + digit
            position += 1
            // More digits than any index has, and few enough not to overflow.
            if position - start > 12 { throw .malformed(offset: start) }
        }
        guard position > start else { throw .malformed(offset: start) }
        return index
    }

    /// Reads a number as JSON writes it.
    mutating func readNumber() throws(JavaScriptDecodingError) -> Double {
        let start = position
        let isNegative = accept(UInt8(ascii: "-"))
        let firstDigit = position
        var whole = 0
        while let digit = digit(current) {
            // Wraps when there are too many digits; then the value is not used.
            whole = whole &* 10 &+ digit
            position += 1
        }
        let digitCount = position - firstDigit
        let startsWithZero = unsafe digitCount > 1 && bytes[firstDigit] == UInt8(ascii: "0")
        guard digitCount > 0, !startsWithZero else { throw .malformed(offset: start) }
        var isWhole = true
        if accept(UInt8(ascii: ".")) {
            isWhole = false
            try skipDigits()
        }
        if accept(UInt8(ascii: "e")) || accept(UInt8(ascii: "E")) {
            isWhole = false
            if !accept(UInt8(ascii: "-")) { _ = accept(UInt8(ascii: "+")) }
            try skipDigits()
        }
        // 15 digits are exact in a double.
        if isWhole, digitCount <= 15 { return isNegative ? -Double(whole) : Double(whole) }
        let text = unsafe String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Double(text) else { throw .malformed(offset: start) }
        return number
    }

    /// Reads a string, from its opening to its closing quotation mark.
    mutating func readString() throws(JavaScriptDecodingError) -> String {
        try expect(UInt8(ascii: "\""))
        let start = position
        var end = position
        while unsafe end < bytes.count {
            let byte = unsafe bytes[end]
            if byte == UInt8(ascii: "\"") {
                position = end + 1
                return unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") { return try readString(from: start, firstEscape: end) }
            if byte < 0x20 { break }
            end += 1
        }
        throw .malformed(offset: end)
    }

    private mutating func readString(from start: Int, firstEscape: Int) throws(JavaScriptDecodingError) -> String {
        var units = unsafe Array(bytes[start..<firstEscape])
        position = firstEscape
        while !isAtEnd {
            let byte = current
            if byte < 0x20 { break }
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
            case UInt8(ascii: "\\"): try readEscape(into: &units)
            default: units.append(byte)
            }
        }
        throw .malformed(offset: position)
    }

    private mutating func readEscape(into units: inout [UInt8]) throws(JavaScriptDecodingError) {
        let byte = current
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(byte)
        case UInt8(ascii: "b"): units.append(0x08)
        case UInt8(ascii: "f"): units.append(0x0C)
        case UInt8(ascii: "n"): units.append(0x0A)
        case UInt8(ascii: "r"): units.append(0x0D)
        case UInt8(ascii: "t"): units.append(0x09)
        case UInt8(ascii: "u"): units.append(contentsOf: String(try readEscapedScalar()).utf8)
        default: throw .malformed(offset: position - 1)
        }
    }

    /// Reads the digits of one `\u` escape, or of two that make a pair. A surrogate without its other half is U+FFFD.
    private mutating func readEscapedScalar() throws(JavaScriptDecodingError) -> Unicode.Scalar {
        let first = try readHexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let afterFirst = position
        if first < 0xDC00, accept(UInt8(ascii: "\\")), accept(UInt8(ascii: "u")) {
            let second = try readHexadecimal()
            if 0xDC00...0xDFFF ~= second {
                return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
            }
        }
        position = afterFirst
        return "\u{FFFD}"
    }

    private mutating func readHexadecimal() throws(JavaScriptDecodingError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(current)).hexDigitValue else {
                throw .malformed(offset: position)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private mutating func skipDigits() throws(JavaScriptDecodingError) {
        guard digit(current) != nil else { throw .malformed(offset: position) }
        while digit(current) != nil { position += 1 }
    }

    private func digit(_ byte: UInt8) -> Int? {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte ? Int(byte &- UInt8(ascii: "0")) : nil
    }
}
