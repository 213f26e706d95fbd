import Foundation
import Synchronization

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
        process.executableURL = try executable(name)
        process.arguments = arguments
        let output = Pipe()
        let errors = Pipe()
        // Other tests start processes at the same time, and the engine's inherit what is not closed on exec: the pipe would
        // end only with them.
        for handle in [output, errors].flatMap({ [$0.fileHandleForReading, $0.fileHandleForWriting] }) {
            _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
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

        async let lines = read(output) { react(identifier, $0) }
        async let errorLines = read(errors)
        let result = await (lines, errorLines)
        for await _ in ends {}
        return HostProcess(
            lines: result.0, errorText: result.1.joined(separator: "\n"), status: process.terminationStatus,
            reason: process.terminationReason)
    }

    /// Reads lines until the other end is closed.
    private static func read(_ pipe: Pipe, react: @escaping @Sendable (String) -> Void = { _ in }) async -> [String] {
        await withCheckedContinuation { continuation in
            // A thread of its own, because reading blocks.
            Thread.detachNewThread {
                var lines: [String] = []
                var rest = Data()
                while case let data = nextBytes(of: pipe), !data.isEmpty {
                    rest += data
                    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                        lines.append(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                        rest = Data(rest[rest.index(after: end)...])
                        react(lines[lines.count - 1])
                    }
                }
                continuation.resume(returning: lines)
            }
        }
    }

    /// Foundation's `availableData` stops the program when a signal interrupts it.
    private static func nextBytes(of pipe: Pipe) -> Data {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var count: Int
        repeat {
            count = Foundation.read(pipe.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
        } while count < 0 && errno == EINTR
        return Data(bytes.prefix(max(count, 0)))
    }

    private static func executable(_ name: String) throws -> URL {
        let testBinary = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: testBinary).deletingLastPathComponent().appending(component: name)
    }
}
