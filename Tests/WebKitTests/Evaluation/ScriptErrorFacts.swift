import WebKit

/// The facts of an error that a script ended with.
struct ScriptErrorFacts: Equatable, CustomStringConvertible {
    var code: WKError.Code?
    var message: String?
    var line: Int?
    var column: Int?
    var sourceURL: String?

    var description: String {
        "\(code.map { "\($0)" } ?? "?"), \(message ?? "?"), \(line ?? -1):\(column ?? -1), \(sourceURL ?? "-")"
    }
}

/// Runs something that has to fail, and returns the facts of the error; nil when it did not fail.
@MainActor
func scriptError(_ body: () async throws -> Any?) async -> ScriptErrorFacts? {
    do {
        _ = try await body()
        return nil
    } catch {
        return ScriptErrorFacts(error)
    }
}

extension ScriptErrorFacts {
    init(_ error: any Error) {
        let facts = (error as NSError).userInfo
        code = (error as? WKError)?.code
        message = facts["WKJavaScriptExceptionMessage"] as? String
        line = (facts["WKJavaScriptExceptionLineNumber"] as? NSNumber)?.intValue
        column = (facts["WKJavaScriptExceptionColumnNumber"] as? NSNumber)?.intValue
        sourceURL = (facts["WKJavaScriptExceptionSourceURL"] as? URL)?.absoluteString
    }
}

/// What something gives, as `valueText` writes it, or the code and message of the error that it ends with.
@MainActor
func outcome(_ body: () async throws -> Any?) async -> String {
    do {
        return valueText(try await body())
    } catch {
        let facts = ScriptErrorFacts(error)
        return "error \(facts.code.map { "\($0.rawValue)" } ?? "\(error)"): \(facts.message ?? "")"
    }
}
