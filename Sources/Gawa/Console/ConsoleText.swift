/// What a console prints for an entry.
struct ConsoleText {
    let kind: ConsoleEntry.Kind
    let level: ConsoleLevel
    let arguments: [ConsoleValue]
    let message: String
    let stack: String?

    var text: String {
        switch kind {
        case .call: return call
        case .uncaughtError:
            // A script of another origin tells no error, and errors of some scripts are no objects.
            guard case .error(let error)? = arguments.first else {
                return message.isEmpty ? "Uncaught " + formatted(arguments) : "Uncaught " + stripped(message)
            }
            return "Uncaught " + error.text(withStack: true)
        case .unhandledRejection: return "Unhandled promise rejection: " + formatted(arguments)
        case .resourceError: return "Failed to load " + formatted(arguments)
        case .dropped(let count): return "\(count) \(count == 1 ? "entry was" : "entries were") dropped"
        }
    }

    private var call: String {
        switch level {
        case .assert:
            // As the Console Standard puts the words together.
            guard let first = arguments.first else { return "Assertion failed" }
            if case .string(let text) = first {
                return formatted([.string("Assertion failed: " + text)] + arguments.dropFirst())
            }
            return formatted([.string("Assertion failed")] + arguments)
        case .table: return ConsoleTable(arguments)?.text ?? formatted(arguments)
        case .dir, .dirxml: return arguments.map { $0.text(isTopLevel: false) }.joined(separator: " ")
        case .clear, .groupEnd: return ""
        case .count, .timeEnd, .timeLog:
            // The label may have a percent sign.
            return arguments.map { $0.text(isTopLevel: true) }.joined(separator: " ")
        case .trace:
            let words = arguments.isEmpty ? "Trace" : formatted(arguments)
            guard let stack, !stack.isEmpty else { return words }
            return words + "\n" + stack
        default: return formatted(arguments)
        }
    }

    private func formatted(_ arguments: some Collection<ConsoleValue>) -> String {
        ConsoleFormatter(Array(arguments)).text
    }

    private func stripped(_ message: String) -> String {
        message.hasPrefix("Uncaught ") ? String(message.dropFirst(9)) : message
    }
}
