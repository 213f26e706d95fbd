import Testing

@testable import Gawa

struct ByteRangesTests {
    @Test(arguments: [
        ("bytes=0-0", [0..<1]), ("bytes=0-", [0..<100]), ("bytes=5-9", [5..<10]), ("bytes=99-", [99..<100]),
        ("bytes=99-1000", [99..<100]), ("bytes=-1", [99..<100]), ("bytes=-1000", [0..<100]), ("BYTES=1-2", [1..<3]),
        ("bytes= 1 - 2 , 4 - 5", [1..<3, 4..<6]), ("bytes=0-0,-1", [0..<1, 99..<100]),
        ("bytes=5-6,1-2", [5..<7, 1..<3]),
        ("bytes=0-9,5-14", [0..<10, 5..<15]), ("bytes=0-1,100-", [0..<2]), ("bytes=200-300,1-1", [1..<2]),
        ("bytes=0-99999999999999999999999", [0..<100]), ("bytes=-99999999999999999999999", [0..<100]),
        ("bytes=1-9223372036854775807", [1..<100]), ("bytes=007-08", [7..<9]),
        ("bytes=0-49,50-99", [0..<50, 50..<100]),
        ("bytes=9-5,1-2", [1..<3]),
    ])
    func `ranges are read as they are asked for`(value: String, parts: [Range<Int>]) {
        #expect(ByteRanges(value, byteCount: 100) == .parts(parts))
    }

    @Test(arguments: [
        "bytes=100-", "bytes=100-200", "bytes=-0", "bytes=9-5", "bytes=99999999999999999999999-", "bytes=-", "bytes=x",
        "bytes=1", "bytes=1-2-3", "bytes=--1", "bytes=1-2,", "bytes=,1-2", "bytes=1-2;3-4", "bytes=+1-2", "bytes=0x1-2",
        "bytes=1-2,x", "bytes=\u{661}-\u{662}", "bytes=1.0-2", "bytes=9223372036854775808-9223372036854775809",
    ])
    func `what the file has not, and what is no range, is unsatisfiable`(value: String) {
        #expect(ByteRanges(value, byteCount: 100) == .unsatisfiable)
    }

    @Test(arguments: [
        "items=0-1", "bytes", "", "0-1", "byte=0-1", "bytes =0-1", "bytes=", "bytes=0-99,0-0", "bytes=0-59,40-99",
    ])
    func `another unit, and more than the whole in parts, gets the whole`(value: String) {
        #expect(ByteRanges(value, byteCount: 100) == .whole)
    }

    @Test func `more parts than the limit get the whole, so many do not`() {
        func value(_ count: Int) -> String {
            "bytes=" + (0..<count).map { "\($0 * 2)-\($0 * 2)" }.joined(separator: ",")
        }
        guard case .parts(let parts) = ByteRanges(value(64), byteCount: 100_000) else {
            Issue.record("64 parts are allowed")
            return
        }
        #expect(parts.count == 64)
        #expect(ByteRanges(value(65), byteCount: 100_000) == .whole)
        #expect(ByteRanges(value(10_000), byteCount: 100_000) == .whole)
        // A long list of parts that are not there costs its reading only.
        let absent = "bytes=" + Array(repeating: "200-", count: 10_000).joined(separator: ",")
        #expect(ByteRanges(absent, byteCount: 100) == .unsatisfiable)
    }

    @Test func `an empty file is given whole from its start on, and has no other bytes`() {
        #expect(ByteRanges("bytes=0-", byteCount: 0) == .whole)
        #expect(ByteRanges("bytes=0-0", byteCount: 0) == .whole)
        #expect(ByteRanges("bytes=-1", byteCount: 0) == .whole)
        #expect(ByteRanges("bytes=1-", byteCount: 0) == .unsatisfiable)
    }

    @Test func `random ranges are within the file and not longer in all`() {
        var random = SeededGenerator(seed: 9110)
        let alphabet = Array("0123456789-, ")
        for _ in 0..<20_000 {
            let text = String(
                (0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "-" })
            let size = Int.random(in: 0...200, using: &random)
            guard case .parts(let parts) = ByteRanges("bytes=" + text, byteCount: size) else { continue }
            #expect(
                !parts.isEmpty && parts.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= size },
                "\(text)")
            #expect(parts.reduce(0) { $0 + $1.count } <= size, "\(text)")
        }
    }
}
