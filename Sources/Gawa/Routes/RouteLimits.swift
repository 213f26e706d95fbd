/// How much pages may ask of routes.
public struct RouteLimits: Sendable, Hashable {
    /// The requests of one view that may wait for an answer, or whose handlers may run, at once; one more gets status 503. The
    /// default is 10,000.
    public var requestCount = 10_000

    /// The length of a request's body in bytes; a longer one gets status 413. The default is 64 MiB.
    public var bodyByteCount = 64 << 20

    /// How long a handler may take to begin its answer, and then for each piece of it; the default is 30 seconds.
    ///
    /// A handler that begins too late is answered for with status 504; an answer whose next piece comes too late fails. Pieces of
    /// `text/event-stream` may be any time apart. The time that the page takes to read does not count.
    public var duration = Duration.seconds(30)

    /// The defaults.
    public init() {}
}
