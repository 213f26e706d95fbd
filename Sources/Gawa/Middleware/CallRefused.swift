/// An error of a middleware that does not let a call through.
///
/// The page gets a `NotAllowedError` with the code `notAllowed`, as from a policy.
public struct CallRefused: Error, Sendable {
    /// A sentence for the page.
    public let reason: String

    /// Makes an error.
    public init(_ reason: String) {
        self.reason = reason
    }
}

extension CallRefused: CustomStringConvertible {
    /// The sentence.
    public var description: String { reason }
}
