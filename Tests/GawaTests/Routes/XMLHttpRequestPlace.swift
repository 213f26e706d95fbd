import Testing

/// Where the app's answers are asked for.
enum XMLHttpRequestPlace: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// By the scheme that the app answers.
    case scheme = "native://native"
    /// By the address of the web that stands for it.
    case web = "http://native"

    var testDescription: String { rawValue }
}
