extension WireParser {
    /// Notes a key of an open object, and whether it may be equal to one before.
    @inline(__always)
    mutating func noteKey(_ key: WireTapeEntry, in frame: Int) {
        let start = Int(key.start)
        let length = key.integer
        var hash = UInt64(truncatingIfNeeded: length)
        if length > 0 {
            hash = hash &* 31 &+ UInt64(bytes[start])
            hash = hash &* 31 &+ UInt64(bytes[start + length / 2])
            hash = hash &* 31 &+ UInt64(bytes[start + length - 1])
        }
        // Multiplied so that its upper six bits depend on all of them.
        let bit: UInt64 = 1 << ((hash &* 0x9E37_79B9_7F4A_7C15) >> 58)
        // Two spellings of one key differ when one has escapes.
        if frames[frame].keyFilter & bit != 0 || key.isEscaped { frames[frame].mayRepeatKeys = true }
        frames[frame].keyFilter |= bit
    }

    /// Marks the keys that occur again later.
    ///
    /// - Returns: How many members are left.
    mutating func shadowRepeatedKeys(of frame: Frame) -> Int {
        // Open addressing: indices of keys, 0 where there is none. Seeded hashes keep a page from choosing collisions.
        var capacity = 8
        while capacity < frame.count * 2 { capacity *= 2 }
        var table = [UInt32](repeating: 0, count: capacity)
        var count = 0
        var position = frame.entry + 1
        for _ in 0..<frame.count {
            var slot = hash(ofKey: position) & (capacity - 1)
            while table[slot] != 0, !keysAreEqual(Int(table[slot]), position) { slot = (slot + 1) & (capacity - 1) }
            if table[slot] == 0 { count += 1 } else { entries[Int(table[slot])].isShadowed = true }
            table[slot] = UInt32(truncatingIfNeeded: position)
            let value = entries[position + 1]
            position = value.isContainer ? value.next : position + 2
        }
        return count
    }

    private func hash(ofKey index: Int) -> Int {
        var hasher = Hasher()
        withKey(index) { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    private func keysAreEqual(_ first: Int, _ second: Int) -> Bool {
        withKey(first) { first in
            withKey(second) { second in first.count == second.count && first.elementsEqual(second) }
        }
    }

    private func withKey<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let entry = entries[index]
        let range = Int(entry.start)..<(Int(entry.start) + entry.integer)
        if entry.isEscaped { return WireUnescaping.bytes(of: bytes, in: range).withUnsafeBytes(body) }
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
}
