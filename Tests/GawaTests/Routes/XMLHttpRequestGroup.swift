import Testing

/// A part of the table of what `XMLHttpRequest` does, run in one page.
struct XMLHttpRequestGroup: Sendable, CustomTestStringConvertible {
    let name: String
    let cases: [XMLHttpRequestCase]

    var testDescription: String { name }

    /// The whole table.
    static let all = [
        events, reuse, answers, documents, headers, requestHeaders, bodies, methods, ends, aborts, synchronous,
        restrictions, encodings, addresses, sizes,
    ]
}
