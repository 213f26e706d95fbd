/// A file made from a bridge's schema that no longer fits the schema.
public struct StaleTypeScriptFile: Sendable, Equatable, CustomStringConvertible {
    /// What is wrong with it.
    public enum Reason: Sendable, Equatable {
        /// It is not there.
        case missing
        /// It differs, first in a line; `nil` for a text that ends before it. Lines are counted from 1.
        case differs(line: Int, expected: String?, found: String?)
    }

    /// The name of the file.
    public let name: String
    /// What is wrong with it.
    public let reason: Reason

    public var description: String {
        switch reason {
        case .missing: "\(name) is missing"
        case .differs(let line, let expected, let found):
            "\(name):\(line): expected \(expected.map { "“\($0)”" } ?? "the end"), "
                + "found \(found.map { "“\($0)”" } ?? "the end")"
        }
    }
}
