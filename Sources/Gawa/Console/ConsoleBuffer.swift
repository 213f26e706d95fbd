import Foundation

/// The newest entries of a console, for any number of consumers, each at its own place.
final class ConsoleBuffer: @unchecked Sendable {
    // Sound: all that changes is read and written under the lock.
    private let lock = NSLock()
    private let maximumCount: Int
    private let maximumByteCount: Int
    private var entries: [(entry: ConsoleEntry, byteCount: Int)] = []
    // Where the oldest kept entry is in `entries`: the front is cut off now and then, not at each entry.
    private var front = 0
    private var byteCount = 0
    private var lastNumber: UInt64 = 0
    private var isClosed = false
    private var waiting: [UUID: CheckedContinuation<Void, Never>] = [:]

    init(maximumCount: Int, maximumByteCount: Int) {
        self.maximumCount = max(maximumCount, 1)
        self.maximumByteCount = maximumByteCount
    }

    /// Numbers an entry and adds it; returns it and how many older ones gave way.
    func add(_ entry: ConsoleEntry, byteCount: Int) -> (entry: ConsoleEntry, overwrittenCount: Int) {
        var entry = entry
        var overwrittenCount = 0
        let resumed = lock.withLock {
            lastNumber += 1
            entry.number = lastNumber
            entries.append((entry, byteCount))
            self.byteCount += byteCount
            while entries.count - front > maximumCount
                || (self.byteCount > maximumByteCount && entries.count - front > 1)
            {
                self.byteCount -= entries[front].byteCount
                front += 1
                overwrittenCount += 1
            }
            if front > 64, front > entries.count / 2 {
                entries.removeFirst(front)
                front = 0
            }
            return takeWaiting()
        }
        resumed.forEach { $0.resume() }
        return (entry, overwrittenCount)
    }

    /// Ends all sequences once they have given what is kept.
    func close() {
        let resumed = lock.withLock {
            isClosed = true
            return takeWaiting()
        }
        resumed.forEach { $0.resume() }
    }

    /// The first kept entry after a number, waiting for it; `nil` when there will be none, or on cancellation.
    func next(after number: UInt64) async -> ConsoleEntry? {
        while !Task.isCancelled {
            let (entry, isClosed) = lock.withLock { (firstEntry(after: number), self.isClosed) }
            if entry != nil || isClosed { return entry }
            await wait(after: number)
        }
        return nil
    }

    // MARK: Private

    private func firstEntry(after number: UInt64) -> ConsoleEntry? {
        guard lastNumber > number else { return nil }
        let newer = Int(clamping: lastNumber - number)
        return entries[max(front, entries.count - newer)].entry
    }

    private func takeWaiting() -> [CheckedContinuation<Void, Never>] {
        defer { waiting.removeAll() }
        return Array(waiting.values)
    }

    private func wait(after number: UInt64) async {
        let identifier = UUID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = lock.withLock {
                    // Cancellation before this line found nothing to resume.
                    guard !isClosed, lastNumber <= number, !Task.isCancelled else { return true }
                    waiting[identifier] = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            lock.withLock { waiting.removeValue(forKey: identifier) }?.resume()
        }
    }
}
