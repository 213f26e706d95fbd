import Foundation
import TestProcess

/// A run of the fixture `EnvironmentHost`, in an environment of the test's making.
struct HostRun: Sendable {
    /// The exit status, or nil when a signal ended it.
    let status: Int32?
    let lines: [String]
    let errorText: String

    /// Runs it to its end.
    ///
    /// - Parameter changes: What differs from this process's environment; nil takes a variable away.
    static func run(_ argument: String, _ changes: [String: String?]) async throws -> HostRun {
        let process = Process()
        process.executableURL = try TestProcess.executable("EnvironmentHost")
        process.arguments = [argument]
        var environment = ProcessInfo.processInfo.environment
        for (name, value) in changes { environment[name] = value }
        process.environment = environment
        // Files, not pipes: helpers of the engine that outlive the program for a moment hold its ends of a pipe open.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gawa-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["output", "errors"].map { folder.appendingPathComponent($0) }
        for file in files { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        let (ends, end) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        // From the main thread: libdispatch blocks signals on its own threads, and a child inherits that.
        try await MainActor.run { try process.run() }
        let identifier = process.processIdentifier
        let limit = Task.detached {
            try await Task.sleep(for: .seconds(60))
            kill(identifier, SIGKILL)
        }
        defer { limit.cancel() }
        for await _ in ends {}
        return HostRun(
            status: process.terminationReason == .exit ? process.terminationStatus : nil,
            lines: try String(contentsOf: files[0], encoding: .utf8).split(separator: "\n").map(String.init),
            errorText: try String(contentsOf: files[1], encoding: .utf8))
    }
}
