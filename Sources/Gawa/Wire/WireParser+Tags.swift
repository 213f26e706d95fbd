extension WireParser {
    /// The letter of a tag, of which the first value was just read.
    func tagLetter() throws(WireTextError) -> UInt8 {
        guard let frame = frames.last else { throw malformed }
        let entry = entries[entries.count - 1]
        guard entry.kind == .string, !entry.isEscaped, entry.payload == 1, entries.count == frame.key + 2 else {
            throw malformedTag(frame)
        }
        return bytes[Int(entry.start)]
    }

    /// Puts one entry in the place of a tag, or lets it stand for the object inside.
    mutating func endTag(_ frame: Frame, letter: UInt8) throws(WireTextError) {
        // The entries of a tag: its own, $, the letter, v, the value.
        let valueIndex = frame.entry + 4
        if letter == UInt8(ascii: "u") {
            guard frame.count == 1 else { throw malformedTag(frame) }
            return replace(frame, by: WireTapeEntry(.undefined, start: Int(entries[frame.entry].start)))
        }
        guard frame.count == 2 else { throw malformedTag(frame) }
        let value = entries[valueIndex]
        let start = Int(value.start)
        switch (letter, value.kind) {
        case (UInt8(ascii: "n"), .string):
            guard let number = number(of: value) else { throw malformedTag(frame) }
            replace(frame, by: WireTapeEntry(.double, start: start, payload: number.bitPattern))
        case (UInt8(ascii: "i"), .string):
            guard isInteger(value) else { throw malformedTag(frame) }
            replace(frame, by: WireTapeEntry(.bigInt, start: start, payload: value.payload))
        case (UInt8(ascii: "d"), .null):
            replace(frame, by: WireTapeEntry(.date, start: start, payload: Double.nan.bitPattern))
        case (UInt8(ascii: "d"), .integer):
            replace(frame, by: WireTapeEntry(.date, start: start, payload: Double(value.integer).bitPattern))
        case (UInt8(ascii: "d"), .double):
            replace(frame, by: WireTapeEntry(.date, start: start, payload: value.payload))
        case (UInt8(ascii: "b"), .string):
            replace(
                frame, by: WireTapeEntry(.bytes, start: start, payload: value.payload, isEscaped: value.isEscaped))
        case (UInt8(ascii: "b"), .integer):
            guard 0..<attachmentCount ~= value.integer else { throw malformedTag(frame) }
            replace(frame, by: WireTapeEntry(.attachment, start: start, payload: value.payload))
        case (UInt8(ascii: "f"), .integer) where value.integer > 0:
            replace(frame, by: WireTapeEntry(.function, start: start, payload: value.payload))
        case (UInt8(ascii: "s"), .integer) where value.integer > 0:
            replace(frame, by: WireTapeEntry(.stream, start: start, payload: value.payload))
        case (UInt8(ascii: "o"), .object):
            entries[frame.entry] = WireTapeEntry(
                container: .object, firstEntry: start, count: value.count, next: entries.count)
        default:
            throw malformedTag(frame)
        }
    }

    private mutating func replace(_ frame: Frame, by entry: WireTapeEntry) {
        entries.removeLast(entries.count - frame.entry)
        entries.append(entry)
    }

    private func number(of entry: WireTapeEntry) -> Double? {
        guard !entry.isEscaped, entry.payload <= 9 else { return nil }
        let start = Int(entry.start)
        return switch String(decoding: bytes[start..<(start + entry.integer)], as: UTF8.self) {
        case "NaN": .nan
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        case "-0": -0.0
        default: nil
        }
    }

    private func isInteger(_ entry: WireTapeEntry) -> Bool {
        let start = Int(entry.start)
        var digits = bytes[start..<(start + entry.integer)]
        if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
        return !digits.isEmpty && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    /// - Parameter frame: The tag, which may be among the open frames still.
    func malformedTag(_ frame: Frame) -> WireTextError {
        let outer = frames.prefix { $0.entry < frame.entry }
        var path = WirePath()
        for frame in outer {
            switch frame.role {
            case .array: path.append(index: frame.count)
            case .object, .plainObject:
                let key = entries[frame.key]
                let range = Int(key.start)..<(Int(key.start) + key.integer)
                path.append(key: String(decoding: WireUnescaping.bytes(of: bytes, in: range), as: UTF8.self))
            case .tag, .letteredTag: break
            }
        }
        return .malformedTag(path: path.text)
    }
}
