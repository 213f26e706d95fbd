package import Foundation

/// A program of the system, run to its end in a folder.
package struct ToolRun {
    package let output: String
    package let errorText: String
    package let status: Int32

    /// Runs a program and kills it after the time limit.
    package static func run(
        _ path: String, _ arguments: [String], in folder: URL, timeLimit: Duration = .seconds(120)
    ) async throws -> ToolRun {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = TestProcess.pipe()
        let errors = TestProcess.pipe()
        process.standardOutput = output
        process.standardError = errors
        let (ends, end) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        // From the main thread: libdispatch blocks signals on its own threads, and a child inherits that.
        try await MainActor.run { try process.run() }
        let identifier = process.processIdentifier
        let limit = Task.detached {
            try await Task.sleep(for: timeLimit)
            kill(identifier, SIGKILL)
        }
        defer { limit.cancel() }
        async let lines = TestProcess.lines(of: output)
        async let errorLines = TestProcess.lines(of: errors)
        let (outputLines, errorOutputLines) = await (lines, errorLines)
        for await _ in ends {}
        return ToolRun(
            output: outputLines.joined(separator: "\n"), errorText: errorOutputLines.joined(separator: "\n"),
            status: process.terminationStatus)
    }
}
