/// The entries of a console: those that it still keeps, then each new one.
///
/// Any number of tasks may iterate, each on its own. A consumer that falls behind by more than the console keeps misses
/// the oldest entries, which shows as a gap in ``ConsoleEntry/number``. The sequence ends when the console is closed or
/// let go, or the task is cancelled; it does not keep the console.
public struct ConsoleEntries: AsyncSequence, Sendable {
    /// Gives the entries to one consumer.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let buffer: ConsoleBuffer
        var number: UInt64 = 0

        /// Waits for the next entry; `nil` at the end.
        public mutating func next() async -> ConsoleEntry? {
            let entry = await buffer.next(after: number)
            if let entry { number = entry.number }
            return entry
        }
    }

    /// What the sequence gives.
    public typealias Element = ConsoleEntry

    let buffer: ConsoleBuffer

    /// Begins at the oldest entry that the console keeps.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(buffer: buffer)
    }
}
