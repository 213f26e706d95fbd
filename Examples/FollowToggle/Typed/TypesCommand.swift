import Gawa

/// The options that keep the page's declarations in step with ``Calendars``; neither opens a window.
enum TypesCommand {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    case write(URL)
    case check(URL)

    /// Reads `--write-types FOLDER` and `--check-types FOLDER`; nil for other options.
    init?(_ arguments: [String]) {
        guard arguments.count == 2, let folder = arguments.last.map({ URL(fileURLWithPath: $0) }) else { return nil }
        switch arguments[0] {
        case "--write-types": self = .write(folder)
        case "--check-types": self = .check(folder)
        default: return nil
        }
    }

    func run() throws {
        let schema = BridgeSchema(Calendars.self)
        let files = TypeScriptFiles(schema)
        var faults = schema.warnings
        switch self {
        case .write(let folder): try files.write(to: folder)
        case .check(let folder): faults += try files.check(in: folder).map(\.description)
        }
        guard faults.isEmpty else { throw Failure(description: faults.joined(separator: "\n")) }
    }
}
