/// What has come to a console so far, and what was lost.
public struct ConsoleStatistics: Sendable, Hashable {
    /// Entries that were recorded.
    public internal(set) var entryCount = 0

    /// Messages and entries that had another shape or went beyond a bound, and were left out.
    public internal(set) var malformedCount = 0

    /// Entries that pages left out since they were too many.
    public internal(set) var droppedByPagesCount = 0

    /// Messages that the app left out unread since they were too many.
    public internal(set) var refusedMessageCount = 0

    /// Recorded entries that left the buffer to make room for newer ones.
    public internal(set) var overwrittenCount = 0
}
