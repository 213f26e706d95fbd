internal import Foundation

/// The values of a text in the order of the text, over its bytes.
///
/// An array is followed by its elements, an object by its members, each a key (a string) and a value. The first entry
/// stands for a value that is not there; the root is the second.
final class WireTape: Sendable {
    /// The index of the entry that stands for a value that is not there.
    static let absentIndex = 0
    static let rootIndex = 1

    /// The text as UTF-8, and a NUL at its end.
    let bytes: [UInt8]
    let entries: [WireTapeEntry]
    /// The bytes that came beside the text.
    let attachments: [Data]

    init(bytes: [UInt8], entries: [WireTapeEntry], attachments: [Data] = []) {
        self.bytes = bytes
        self.entries = entries
        self.attachments = attachments
    }

    /// The index of the entry after a value.
    @inline(__always)
    func index(after index: Int) -> Int {
        let entry = entries[index]
        return entry.isContainer ? entry.next : index + 1
    }

    /// The index of the first key at or after a position that counts.
    @inline(__always)
    func liveKey(from position: Int) -> Int {
        var position = position
        while entries[position].isShadowed { position = index(after: position + 1) }
        return position
    }

    /// The text of a string, BigInt, or bytes.
    func string(at index: Int) -> String {
        let entry = entries[index]
        let range = Int(entry.start)..<(Int(entry.start) + entry.integer)
        if entry.isEscaped { return String(decoding: WireUnescaping.bytes(of: bytes, in: range), as: UTF8.self) }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// The text of a number that is a double.
    func numberText(at index: Int) -> String {
        let start = Int(entries[index].start)
        let text = bytes[start...].prefix {
            switch $0 {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether the string at an index is this one, byte for byte.
    @inline(__always)
    func isString(at index: Int, equalTo other: String) -> Bool {
        let entry = entries[index]
        let start = Int(entry.start)
        if entry.isEscaped {
            return WireUnescaping.bytes(of: bytes, in: start..<(start + entry.integer)).elementsEqual(other.utf8)
        }
        var other = other
        return other.withUTF8 { characters in
            guard characters.count == entry.integer else { return false }
            for offset in 0..<characters.count where bytes[start + offset] != characters[offset] { return false }
            return true
        }
    }

    /// The index of the value of a member, in an object of which the index is given.
    ///
    /// - Parameter hint: The index of the key to try first.
    func member(_ key: String, of object: Int, hint: Int? = nil) -> Int? {
        let entry = entries[object]
        if let hint, !entries[hint].isShadowed, isString(at: hint, equalTo: key) { return hint + 1 }
        var position = Int(entry.start)
        for _ in 0..<entry.count {
            position = liveKey(from: position)
            if isString(at: position, equalTo: key) { return position + 1 }
            position = index(after: position + 1)
        }
        return nil
    }
}
