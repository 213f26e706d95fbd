internal import Foundation

/// JSON text that grows at its end.
struct WireWriter: Sendable {
    /// The text as UTF-8.
    private(set) var bytes: [UInt8] = []

    /// Whether a value in the text is a tag.
    var hasTags = false

    /// The bytes that are not in the text.
    private(set) var attachments = WireAttachments()

    init() {}

    /// - Parameter capacity: How many bytes to make room for.
    init(reserving capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    var utf8Count: Int { bytes.count }

    /// Takes back what was written after a position.
    mutating func truncate(to utf8Count: Int) {
        bytes.removeLast(bytes.count - utf8Count)
        if !attachments.isEmpty { attachments.truncate(to: utf8Count) }
    }

    // MARK: Text as it is

    @inline(__always)
    mutating func append(raw: StaticString) {
        raw.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    @inline(__always)
    mutating func append(ascii: Unicode.Scalar) {
        bytes.append(UInt8(truncatingIfNeeded: ascii.value))
    }

    /// Adds what another writer holds.
    mutating func append(_ other: WireWriter) {
        if !other.attachments.isEmpty {
            attachments.append(other.attachments, in: 0..<other.utf8Count, at: utf8Count)
        }
        bytes.append(contentsOf: other.bytes)
        hasTags = hasTags || other.hasTags
    }

    /// Adds a part of what another writer holds.
    mutating func append(_ other: WireWriter, _ range: Range<Int>) {
        if !other.attachments.isEmpty { attachments.append(other.attachments, in: range, at: utf8Count) }
        bytes.append(contentsOf: other.bytes[range])
    }

    mutating func append(text: ArraySlice<UInt8>) {
        bytes.append(contentsOf: text)
    }

    // MARK: Values

    /// Adds a string, quoted and escaped.
    @inline(__always)
    mutating func append(string: String) {
        var string = string
        string.withUTF8 { append(quoting: $0) }
    }

    private mutating func append(quoting characters: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        for index in 0..<characters.count {
            let byte = characters[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: characters[start..<index]))
            appendEscape(byte)
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: characters[start...]))
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x00..<0x20:
            append(raw: "u00")
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            let digit = byte & 15
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        default: bytes.append(byte)
        }
    }

    @inline(__always)
    mutating func append(boolean: Bool) {
        if boolean { append(raw: "true") } else { append(raw: "false") }
    }

    /// Adds digits, and a sign before them; the caller sees to it that the number is one of JavaScript.
    mutating func append(integer: Int) {
        if integer < 0 { append(ascii: "-") }
        let magnitude = integer.magnitude
        if magnitude < 10 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude))
            return
        }
        var count = 1
        var power: UInt = 10
        while count < 19, power <= magnitude {
            power &*= 10
            count += 1
        }
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
        var rest = magnitude
        var position = start + count
        while rest > 0, position > start {
            position -= 1
            bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Adds a number; one that JSON has no word for as a tag.
    mutating func append(number: Double) {
        if number == 0, number.sign == .minus {
            appendTag("n", "-0")
        } else if let integer = WireNumber.integer(number) {
            append(integer: integer)
        } else if number.isFinite {
            bytes.append(contentsOf: number.description.utf8)
        } else {
            appendTag("n", number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity")
        }
    }

    /// Adds a tag of which the value is a string with nothing to escape.
    mutating func appendTag(_ letter: StaticString, _ value: String) {
        hasTags = true
        append(raw: "{\"$\":\"")
        append(raw: letter)
        append(raw: "\",\"v\":\"")
        bytes.append(contentsOf: value.utf8)
        append(raw: "\"}")
    }

    /// Adds a date as milliseconds since 1970.
    mutating func appendDate(milliseconds: Int) {
        hasTags = true
        append(raw: "{\"$\":\"d\",\"v\":")
        append(integer: milliseconds)
        append(ascii: "}")
    }

    /// Adds bytes; many of them beside the text, without a copy.
    mutating func append(data: Data) {
        hasTags = true
        append(raw: "{\"$\":\"b\",\"v\":")
        if data.count < WireAttachments.leastByteCount {
            append(base64: data)
        } else {
            attachments.append(data, at: utf8Count)
        }
        append(ascii: "}")
    }

    /// Adds bytes as a string.
    mutating func append(base64 data: Data) {
        append(ascii: "\"")
        bytes.append(contentsOf: data.base64EncodedData())
        append(ascii: "\"")
    }
}
