import Testing

@testable import Gawa

struct ContentCodingTests {
    @Test(
        arguments: [
            (nil, []), ("", []), ("gzip", [.gzip]), ("gzip, deflate, br", [.brotli, .gzip]),
            ("br;q=0.5, gzip", [.gzip, .brotli]),
            ("br;q=0, gzip", [.gzip]), ("*", [.brotli, .gzip]), ("*;q=0", []), ("gzip;q=0, *", [.brotli]),
            ("identity", []),
            ("identity;q=0.5, gzip;q=0.4", []), ("identity;q=0.5, gzip;q=0.5", [.gzip]), ("GZIP", [.gzip]),
            ("x-gzip", [.gzip]),
            ("gzip ; q=0.8 , br ; q=0.9", [.brotli, .gzip]), ("gzip;q=x", []), ("gzip;q=nan", []), ("gzip;q=-1", []),
            ("gzip;q=9", [.gzip]),
            ("gzipped", []), (",,;q=1,", []),
        ] as [(String?, [ContentCoding])])
    func `codings are chosen by their weights`(value: String?, codings: [ContentCoding]) {
        #expect(ContentCoding.accepted(by: value) == codings, "\(value ?? "none")")
    }
}
