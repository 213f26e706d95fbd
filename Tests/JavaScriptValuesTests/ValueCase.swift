import Testing

/// A row of a table of values: a value of Swift's and what JavaScript says about it.
// Unchecked: the tables hold constants that nobody alters.
struct ValueCase: @unchecked Sendable, CustomTestStringConvertible {
    let value: Any?
    let script: String

    init(_ value: Any?, _ script: String) {
        self.value = value
        self.script = script
    }

    init(_ script: String, is value: Any?) {
        self.init(value, script)
    }

    var testDescription: String { script }
}
