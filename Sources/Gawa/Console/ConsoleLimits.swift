/// The bounds of what a console takes from its pages and keeps.
///
/// Lengths are UTF-16 units. What goes beyond is left out and marked.
public struct ConsoleLimits: Sendable, Hashable {
    /// How deep objects are followed into each other, 0 to 50. The default is 8.
    public var maximumDepth = 8

    /// How many members, elements or arguments are taken of each. The default is 100.
    public var maximumMemberCount = 100

    /// How many values are taken for one entry. The default is 2,000.
    public var maximumValueCount = 2_000

    /// How much of one string is taken. The default is 10,000.
    public var maximumStringLength = 10_000

    /// How much text is taken for one entry, names and strings together. The default is 100,000.
    public var maximumEntryLength = 100_000

    /// How long the page looks at the arguments of one call before it leaves out the rest. The default is 100 ms.
    public var maximumDuration = Duration.milliseconds(100)

    /// How many entries a document may make at once. The default is 4,000.
    ///
    /// An entry counts once, and once more for each 1,000 characters of its message.
    public var burst = 4_000

    /// How many entries a document may make each second after that. The default is 500.
    public var entriesPerSecond = 500

    /// How many entries are kept for consumers, the newest. The default is 5,000, more than one burst.
    public var maximumBufferedEntryCount = 5_000

    /// How much the kept entries may hold together, in bytes of the messages that brought them. The default is 4 MiB.
    public var maximumBufferedByteCount = 4 << 20

    /// The default bounds.
    public init() {}

    /// How deep the JSON text of a message may nest; each level of objects takes three.
    var maximumMessageDepth: Int { 3 * depth + 8 }

    /// How many bytes of UTF-8 a message may have: what the page's half can send, every character escaped.
    var maximumMessageByteCount: Int {
        6 * (250_000 + 2 * maximumEntryLength + maximumStringLength) + 100 * maximumValueCount
    }

    // The engine's JSON parser and the script's stack bear no more.
    private var depth: Int { min(max(maximumDepth, 0), 50) }

    /// The bounds in the order that the script takes them, as elements of a JSON array.
    var scriptElements: String {
        let (seconds, attoseconds) = maximumDuration.components
        let milliseconds = min(max(seconds, 0), 3_600) * 1_000 + attoseconds / 1_000_000_000_000_000
        let bounds = [
            depth, maximumMemberCount, maximumValueCount, maximumStringLength, maximumEntryLength, Int(milliseconds),
            burst, entriesPerSecond,
        ]
        return bounds.map { String(max($0, 0)) }.joined(separator: ",")
    }
}
