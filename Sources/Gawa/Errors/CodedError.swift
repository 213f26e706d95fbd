/// An error that tells the page a code and data of its own.
///
/// The page gets a `GawaError` with these as `code` and `data`. Other errors have the name of their type as the code, and
/// enumerations the name of their case after a dot: `StoreError.missing`. The message is the error's
/// `errorDescription`, else its description.
public protocol CodedError: Error {
    /// What the page's code tests, such as `calendar.missing`.
    var code: String { get }

    /// More for the page; nil by default.
    var data: (any Encodable & Sendable)? { get }
}

extension CodedError {
    /// No data.
    public var data: (any Encodable & Sendable)? { nil }
}
