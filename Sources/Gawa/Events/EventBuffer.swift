/// The newest values for one listener, who takes them at its own pace.
struct EventBuffer<Value: Sendable>: Sendable {
    private let limit: Int
    private var values = Queue<Value>()
    private var hasEnded = false
    /// The values that gave way to newer ones.
    private(set) var droppedCount = 0
    private var nextReport = 1

    /// - Parameter limit: How many values may wait, at least one.
    init(limit: Int) {
        self.limit = max(limit, 1)
    }

    var count: Int { values.count }

    /// - Returns: How many values were dropped so far, when it is time to tell of it: at the first, the tenth, the
    ///   hundredth and so on.
    mutating func receive(_ value: Value) -> Int? {
        guard !hasEnded else { return nil }
        values.append(value)
        guard values.count > limit else { return nil }
        _ = values.popFirst()
        droppedCount += 1
        guard droppedCount == nextReport else { return nil }
        nextReport = nextReport.multipliedReportingOverflow(by: 10).partialValue
        return droppedCount
    }

    /// Ends after what waits.
    mutating func end() {
        hasEnded = true
    }
}

extension EventBuffer: MailboxState {
    enum Output: Sendable {
        case value(Value)
        case end
    }

    mutating func take() -> Output? {
        values.popFirst().map(Output.value) ?? (hasEnded ? .end : nil)
    }

    mutating func cancel() -> Output {
        values.removeAll()
        hasEnded = true
        return .end
    }
}
