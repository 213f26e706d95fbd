import Foundation
import Testing

@testable import Gawa

struct WireWriterTests {
    private func text(_ write: (inout WireWriter) -> Void) -> String {
        var writer = WireWriter()
        write(&writer)
        return writer.text()
    }

    @Test func `BR-002: every ASCII character is escaped as JSON wants it and read back`() throws {
        for code in UInt8.min...0x7F {
            let character = String(UnicodeScalar(code))
            let written = text { $0.append(string: character) }
            #expect(try JSONDecoder().decode(String.self, from: Data(written.utf8)) == character, "\(code)")
            #expect(try wireValue(written, as: String.self) == character, "\(code)")
            #expect(written.utf8.allSatisfy { $0 >= 0x20 }, "\(code)")
        }
        #expect(text { $0.append(string: "name 'Path' isn't \"known\"\\") } == #""name 'Path' isn't \"known\"\\""#)
        #expect(text { $0.append(string: "\u{0}\n\u{1F}\u{2028}é😀") } == "\"\\u0000\\n\\u001f\u{2028}é😀\"")
    }

    @Test func `integers are written in full`() {
        var generator = SeededGenerator(seed: 1)
        var integers = [0, 1, -1, 9, 10, 99, 100, .max, .min]
        for shift in 0..<64 { integers.append(Int(truncatingIfNeeded: generator.next() >> UInt64(shift))) }
        for power in 0..<19 {
            let value = Int(pow(10, Double(power)))
            integers += [value, value - 1, value + 1, -value]
        }
        for integer in integers { #expect(text { $0.append(integer: integer) } == "\(integer)") }
    }

    @Test func `writers are put together`() {
        var outer = WireWriter(reserving: 100)
        outer.append(raw: "[")
        var inner = WireWriter()
        inner.append(number: .nan)
        #expect(inner.hasTags && !outer.hasTags)
        outer.append(inner)
        outer.append(ascii: "]")
        #expect(outer.hasTags && outer.utf8Count == 21)
        #expect(outer.text() == #"[{"$":"n","v":"NaN"}]"#)
    }

    @Test(arguments: [
        (1.0, "1"), (-2.5, "-2.5"), (0.0, "0"), (-0.0, #"{"$":"n","v":"-0"}"#), (.leastNonzeroMagnitude, "5e-324"),
        (9_007_199_254_740_991, "9007199254740991"), (.infinity, #"{"$":"n","v":"Infinity"}"#),
        (-.infinity, #"{"$":"n","v":"-Infinity"}"#), (.nan, #"{"$":"n","v":"NaN"}"#),
    ])
    func `BR-011: numbers are written as themselves`(number: Double, expected: String) throws {
        let written = text { $0.append(number: number) }
        #expect(written == expected)
        let read = try wireValue(written, as: Double.self)
        #expect(read.bitPattern == number.bitPattern || read.isNaN && number.isNaN)
    }
}
