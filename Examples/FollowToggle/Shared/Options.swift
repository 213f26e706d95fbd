import Foundation

/// The options of the command line.
struct Options {
    struct UsageError: Error, CustomStringConvertible {
        let problem: String

        var description: String {
            """
            \(problem)
            Usage: \(ProcessInfo.processInfo.processName) [--port NUMBER] [--page FOLDER] [--delay SECONDS]
            """
        }
    }

    /// The folder of the built page.
    private(set) var page: URL

    /// The port to serve on; without it, 3000 or a free one.
    private(set) var port: Int?

    /// How long following takes.
    private(set) var delay = Duration.seconds(1)

    init(_ arguments: some Sequence<String>, page defaultPage: String) throws {
        page = URL(fileURLWithPath: defaultPage)
        var rest = arguments.makeIterator()
        while let option = rest.next() {
            guard let value = rest.next() else { throw UsageError(problem: "\(option) needs a value, or is unknown") }
            switch option {
            case "--page": page = URL(fileURLWithPath: value)
            case "--port": port = try Self.number(value, of: option)
            case "--delay": delay = .seconds(try Self.number(value, of: option) as Double)
            default: throw UsageError(problem: "Unknown option \(option)")
            }
        }
        let index = page.appendingPathComponent("index.html")
        guard FileManager.default.fileExists(atPath: index.path) else {
            throw UsageError(problem: "There is no page in \(page.relativePath): run script/build-page first")
        }
    }

    private static func number<Number: LosslessStringConvertible>(_ text: String, of option: String) throws -> Number {
        guard let number = Number(text) else { throw UsageError(problem: "\(option) needs a number, not \(text)") }
        return number
    }
}
