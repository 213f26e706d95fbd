import Foundation

/// An error on its way to a page.
struct ErrorPayload: Error {
    let name: String
    let code: String
    let message: String
    let data: (any Encodable & Sendable)?

    init(name: String, code: String, message: String, data: (any Encodable & Sendable)? = nil) {
        self.name = name
        self.code = code
        self.message = message
        self.data = data
    }

    /// What a page is told of an error that a function threw.
    init(_ error: any Error) {
        switch error {
        case let error as BadArgument:
            self = .badArgument(error)
        case let error as UnreadableResult:
            self.init(name: "OperationError", code: "unreadable", message: error.sentence)
        case let error as CallRefused:
            self = .notAllowed(error.reason)
        case is CancellationError:
            self = .aborted
        case let error as any CodedError:
            self.init(name: "Error", code: error.code, message: Self.message(of: error), data: error.data)
        default:
            self.init(name: "Error", code: Self.code(of: error), message: Self.message(of: error))
        }
    }

    static func unknownFunction(_ namespace: String, _ function: String) -> Self {
        Self(
            name: "NotFoundError", code: "unknownFunction", message: "There is no function '\(namespace).\(function)'")
    }

    static func badArgument(_ error: BadArgument) -> Self {
        Self(
            name: "TypeError", code: "badArgument",
            message: "\(error.path) should be \(error.expected), and is \(error.found)",
            data: ["path": error.path, "expected": error.expected, "found": error.found])
    }

    static func notAllowed(_ sentence: String) -> Self {
        Self(name: "NotAllowedError", code: "notAllowed", message: sentence)
    }

    static func quotaExceeded(_ sentence: String) -> Self {
        Self(name: "QuotaExceededError", code: "quotaExceeded", message: sentence)
    }

    static func tooMany(waitingCalls limits: BridgeLimits) -> Self {
        quotaExceeded("More calls wait than the bridge allows: \(limits.pendingCallCount)")
    }

    static func tooMany(callsPerSecond limits: BridgeLimits) -> Self {
        quotaExceeded("More calls in a second than the bridge allows: \(limits.callsPerSecond ?? 0)")
    }

    static func dropped(_ reason: String) -> Self {
        Self(name: "OperationError", code: "unreadable", message: "The message was dropped: \(reason)")
    }

    static let noSynchronousFunction = Self(
        name: "NotSupportedError", code: "notSupported", message: "The function cannot be called synchronously")

    static func timedOut(after limit: Duration) -> Self {
        Self(name: "TimeoutError", code: "timeout", message: "The function did not return within \(limit)")
    }

    static let bridgeClosed = Self(name: "AbortError", code: "pageGone", message: "The bridge was closed")

    static let letGo = Self(name: "AbortError", code: "pageGone", message: "The app has let go of the document")

    static let aborted = Self(name: "AbortError", code: "aborted", message: "The function was cancelled")

    private static func message(of error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
    }

    private static func code(of error: any Error) -> String {
        let type = String(describing: type(of: error))
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return type }
        // A case with a payload is its mirror's one child; one without is all that describing it gives, unless it describes
        // itself in words.
        if let label = mirror.children.first?.label { return "\(type).\(label)" }
        let name = caseName(of: error)
        return name.isEmpty ? type : "\(type).\(name)"
    }

    /// The name of a case without payload; empty when the compiler's own words are not to be had.
    private static func caseName(of error: any Error) -> String {
        var name = ""
        dump(error, to: &name, maxItems: 1)
        guard let dot = name.lastIndex(of: ".") else { return "" }
        let last = name[name.index(after: dot)...].prefix { !$0.isWhitespace }
        return last.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? String(last) : ""
    }
}

extension ErrorPayload {
    /// Writes the error as the protocol has it; data that cannot be encoded is left out, and the message says so.
    func write(into writer: inout WireWriter, maximumDepth: Int) {
        writer.append(raw: "{\"name\":")
        writer.append(string: name)
        writer.append(raw: ",\"code\":")
        writer.append(string: code)
        var message = message
        var dataWriter = WireWriter()
        var hasData = false
        if let data {
            do {
                hasData = try WireEncoder.encode(data, into: &dataWriter, maximumDepth: maximumDepth)
            } catch {
                message += " (its data cannot be sent: \(error))"
            }
        }
        writer.append(raw: ",\"message\":")
        writer.append(string: message)
        if hasData {
            writer.append(raw: ",\"data\":")
            writer.append(dataWriter)
        }
        writer.append(raw: "}")
    }
}
