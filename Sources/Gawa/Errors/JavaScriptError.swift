public import Foundation

/// What a page threw.
public struct JavaScriptError: Error, Sendable, Hashable {
    /// The error's name, such as `TypeError`; empty for a thrown value that is no error.
    public let name: String

    /// Its message, or the thrown value as a string.
    public let message: String

    /// Its `code`, where it is a string.
    public let code: String?

    /// The line, from 1, where the engine tells it.
    public let line: Int?

    /// The column, from 1, where the engine tells it.
    public let column: Int?

    /// The URL of the script, where the engine tells it.
    public let source: String?

    /// The stack, one frame a line, as the engine writes it.
    public let stack: String?

    private let detail: WireNode?

    init(name: String, message: String, code: String?, line: Int?, column: Int?, source: String?, stack: String?) {
        self.name = name
        self.message = message
        self.code = code
        self.line = line
        self.column = column
        self.source = source
        self.stack = stack
        detail = nil
    }

    /// Reads the error of an answer.
    init(_ node: WireNode) {
        name = node["name"]?.string ?? ""
        message = node["message"]?.string ?? ""
        code = node["code"]?.string
        line = node["line"]?.integer
        column = node["column"]?.integer
        source = node["source"]?.string
        stack = node["stack"]?.string
        detail = node["data"] ?? node["value"]
    }

    /// Reads the error's `data`, or the thrown value that is no error.
    ///
    /// - Returns: nil when there is none.
    /// - Throws: ``BridgeError/badResult(path:expected:found:)``.
    public func data<Value: Decodable>(as type: Value.Type = Value.self) throws(BridgeError) -> Value? {
        guard let detail else { return nil }
        do {
            return try WireDecoder.decode(type, from: detail, path: "data")
        } catch {
            throw BridgeError(error)
        }
    }

    /// Two errors are equal when all but their data are.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.message == right.message && left.code == right.code
            && left.line == right.line && left.column == right.column && left.source == right.source
            && left.stack == right.stack
    }

    /// Hashes the name, message and place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(message)
        hasher.combine(line)
    }
}

extension JavaScriptError: CustomStringConvertible, LocalizedError {
    /// The name, message and place.
    public var description: String {
        var text = name.isEmpty ? message : "\(name): \(message)"
        if let line { text += " (\(source ?? ""):\(line)\(column.map { ":\($0)" } ?? ""))" }
        return text
    }

    /// The same.
    public var errorDescription: String? { description }
}
