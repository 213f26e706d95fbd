internal import Foundation

/// Bytes in the executable.
struct EmbeddedBytes: @unchecked Sendable {
    // Sound: constant data of the program, there as long as it runs.
    private let start: UnsafeRawPointer
    let count: Int

    init(start: UnsafeRawPointer, count: Int) {
        self.start = start
        self.count = count
    }

    /// Some of the bytes, without a copy of them.
    func data(_ range: Range<Int>) -> Data {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return Data() }
        // Foundation asks for a pointer to what can be written, and writes to a copy of its own.
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start + range.lowerBound), count: range.count,
            deallocator: .none)
    }

    /// Names the bytes: two that differ have the same one by no chance that matters. No proof against forgers.
    var tag: EntityTag {
        var one: UInt64 = 0x9E37_79B9_7F4A_7C15
        var other = UInt64(count) &* 0xC2B2_AE3D_27D4_EB4F
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        func take(_ word: UInt64) {
            one = Self.turned(one ^ word, 29) &* 0xD6E8_FEB8_6659_FD93
            other = Self.turned(other &+ word, 23) &* 0x9FB2_1C65_1E98_DF25 ^ one
        }
        let wordCount = count / 8
        for index in 0..<wordCount {
            take(bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self).littleEndian)
        }
        for byte in bytes[(wordCount * 8)...] { take(UInt64(byte)) }
        for _ in 0..<4 { take(other) }
        return EntityTag(text: String(one, radix: 16) + "-" + String(other, radix: 16))
    }

    private static func turned(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }
}
