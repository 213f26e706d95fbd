import Foundation
import Testing

@testable import WebKit

/// The bytes that wait for the engine.
struct SchemeBodyTests {
    private struct Failure: Error {}

    /// Reads until there is no more for now.
    private func drain(_ body: inout SchemeBody, by size: Int) -> (bytes: [UInt8], end: SchemeBody.Piece) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: size)
        while true {
            let piece = buffer.withUnsafeMutableBytes { body.read(into: $0) }
            guard case .bytes(let count) = piece else { return (bytes, piece) }
            #expect(count > 0)
            bytes += buffer[..<count]
        }
    }

    private func name(_ piece: SchemeBody.Piece) -> String {
        switch piece {
        case .bytes: "bytes"
        case .pending: "pending"
        case .end: "end"
        case .failure(let error): error is Failure ? "failure" : "other"
        }
    }

    @Test(arguments: [1, 3, 7, 8192])
    func `pieces of any size come out as they went in`(size: Int) {
        var body = SchemeBody()
        var expected: [UInt8] = []
        for number in 0..<3_000 {
            let piece = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number % 13)
            // A slice, whose indices do not begin at 0.
            body.append(Data([255, 255] + piece).dropFirst(2))
            expected += piece
            if number % 500 == 0 {
                let (bytes, end) = drain(&body, by: size)
                #expect(bytes == expected)
                #expect(name(end) == "pending")
                expected = []
            }
        }
        body.finish()
        let (bytes, end) = drain(&body, by: size)
        #expect(bytes == expected)
        #expect(name(end) == "end")
        let again = drain(&body, by: size)
        #expect(name(again.end) == "end")
    }

    @Test func `an empty piece is no end`() {
        var body = SchemeBody()
        body.append(Data())
        let (_, end) = drain(&body, by: 4)
        #expect(name(end) == "pending")
    }

    @Test func `a failure comes after the bytes before it, and at once when the body is abandoned`() {
        var body = SchemeBody()
        body.append(Data([1, 2, 3]))
        body.fail(Failure())
        let (bytes, end) = drain(&body, by: 2)
        #expect(bytes == [1, 2, 3])
        #expect(name(end) == "failure")

        var abandoned = SchemeBody()
        abandoned.append(Data([1, 2, 3]))
        abandoned.abandon(Failure())
        let (left, last) = drain(&abandoned, by: 2)
        #expect(left.isEmpty)
        #expect(name(last) == "failure")
    }
}
