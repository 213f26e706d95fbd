import Foundation

/// The options of the command line.
struct Options {
    struct UsageError: Error, CustomStringConvertible {
        let problem: String

        var description: String {
            """
            \(problem)
            Usage: \(ProcessInfo.processInfo.processName) [--port NUMBER] [--page FOLDER]
            """
        }
    }

    /// The folder of the page.
    private(set) var page = URL(fileURLWithPath: "Examples/NativeValues/Page")

    /// The port to serve the page on; 0 takes a free one.
    private(set) var port = 0

    init(_ arguments: some Sequence<String>) throws {
        var rest = arguments.makeIterator()
        while let option = rest.next() {
            guard let value = rest.next() else { throw UsageError(problem: "\(option) needs a value, or is unknown") }
            switch option {
            case "--page": page = URL(fileURLWithPath: value)
            case "--port":
                guard let number = Int(value) else {
                    throw UsageError(problem: "\(option) needs a number, not \(value)")
                }
                port = number
            default: throw UsageError(problem: "Unknown option \(option)")
            }
        }
        let index = page.appendingPathComponent("index.html")
        guard FileManager.default.fileExists(atPath: index.path) else {
            throw UsageError(problem: "There is no page in \(page.relativePath)")
        }
    }
}
