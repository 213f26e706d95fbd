/// How much a page may ask of a bridge.
public struct BridgeLimits: Sendable, Hashable {
    /// The length of one message in bytes of UTF-8. The default is 64 MiB.
    public var messageByteCount = 64 << 20

    /// How deep arrays and objects of a value may nest. The default is 512.
    public var depth = 512

    /// The calls of one document that may wait for an answer at once, and the functions that may run for it, waited for or
    /// not. The default is 10,000.
    public var pendingCallCount = 10_000

    /// The calls that one document may make in a second, in bursts of as many; nil, the default, sets no limit.
    public var callsPerSecond: Int?

    /// How long a function may take before its call ends with a time-out. The default is a minute.
    public var callDuration = Duration.seconds(60)

    /// The items of one stream or event that may be on their way to who reads it, or be unread. The default is 64.
    ///
    /// Whoever produces them waits for the reader then. It holds in both directions.
    public var streamItemCount = 64

    /// The length that such items may have together, in UTF-16 units of their text, or from the app in bytes of UTF-8, which
    /// are as many or more; bytes that travel beside the text count as their number. The default is 1,048,576. A single
    /// item may be longer.
    public var streamByteCount = 1 << 20

    /// The streams and events of the app that one document may have open at once. The default is 1,000.
    public var streamCount = 1000

    /// How deep a result may nest, whatever ``depth`` says of what pages send.
    static let greatestDepth = 512

    /// The defaults.
    public init() {}
}
