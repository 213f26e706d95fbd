import Foundation
import TestProcess

/// A host executable of this package, run to its end.
struct HostProcess {
    let lines: [String]
    let errorText: String
    let status: Int32
    let reason: Process.TerminationReason

    /// Runs a host that was built beside the test binary, and kills it after the time limit.
    ///
    /// - Parameter react: Is given the process and each line of its output as it comes.
    static func run(
        _ name: String, _ arguments: [String] = [], timeLimit: Duration = .seconds(20),
        react: @escaping @Sendable (pid_t, String) -> Void = { _, _ in }
    ) async throws -> HostProcess {
        let process = Process()
        process.executableURL = try TestProcess.executable(name)
        process.arguments = arguments
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

        async let lines = TestProcess.lines(of: output) { react(identifier, $0) }
        async let errorLines = TestProcess.lines(of: errors)
        let result = await (lines, errorLines)
        for await _ in ends {}
        return HostProcess(
            lines: result.0, errorText: result.1.joined(separator: "\n"), status: process.terminationStatus,
            reason: process.terminationReason)
    }
}
