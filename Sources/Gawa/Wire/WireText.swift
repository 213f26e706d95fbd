internal import Foundation

/// A JSON text, read once and held flat.
///
/// Strict JSON, with the tags of the bridge. Of a key that occurs more than once in an object the last member counts. A
/// surrogate that stands alone, as an escape, is U+FFFD. Any text gives a value or an error, in time proportional to
/// its length and with no recursion.
struct WireText: Sendable {
    let tape: WireTape

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - maximumDepth: How deep arrays and objects may nest, where 0 allows none; tags do not count.
    init(_ text: String, maximumDepth: Int) throws(WireTextError) {
        guard text.utf8.count < Int(UInt32.max) else { throw .tooLong }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 1)
        bytes.append(contentsOf: text.utf8)
        // The end needs no test of its own: no token goes on with a NUL.
        bytes.append(0)
        try self.init(terminated: bytes, attachments: [], maximumDepth: maximumDepth)
    }

    /// Reads a text with what came beside it, without a copy of either.
    ///
    /// - Parameters:
    ///   - bytes: The text, which may be no UTF-8, and a NUL at its end.
    ///   - attachments: Bytes that the text names by their numbers.
    ///   - maximumDepth: As above.
    init(terminated bytes: [UInt8], attachments: [Data], maximumDepth: Int) throws(WireTextError) {
        precondition(bytes.last == 0, "Add a NUL at the end of the text.")
        guard bytes.count <= Int(UInt32.max) else { throw .tooLong }
        var parser = WireParser(bytes, maximumDepth: maximumDepth, attachmentCount: attachments.count)
        try parser.parse()
        tape = WireTape(bytes: bytes, entries: parser.entries, attachments: attachments)
    }

    /// The value that the text holds.
    var root: WireNode { WireNode(tape: tape, index: WireTape.rootIndex) }
}
