/// What a ``Mailbox`` holds, and what of it the next one who asks gets.
protocol MailboxState: SendableMetatype {
    /// What one who asks gets: a value, or the end.
    associatedtype Output: Sendable

    /// Takes what is there; nil if there is nothing yet.
    mutating func take() -> Output?

    /// Ends for one who asks no more.
    mutating func cancel() -> Output

    /// How many were taken and not told of yet to who sends, and now should be; nil if that can wait.
    mutating func takeCredit(isEmpty: Bool) -> Int?
}

extension MailboxState {
    /// Nobody is told.
    mutating func takeCredit(isEmpty: Bool) -> Int? { nil }
}
