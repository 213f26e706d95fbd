package import Foundation

/// What tests need that run programs of this package.
package enum TestProcess {
    /// The program of a name that was built beside the test binary.
    package static func executable(_ name: String) throws -> URL {
        let testBinary = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: testBinary).deletingLastPathComponent().appending(component: name)
    }

    /// Makes a pipe whose ends other programs do not inherit.
    ///
    /// Other tests start processes at the same time, and the engine's inherit what is not closed on exec: the pipe would end
    /// only with them.
    package static func pipe() -> Pipe {
        let pipe = Pipe()
        for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
            _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        return pipe
    }

    /// Reads lines until the other end is closed.
    package static func lines(
        of pipe: Pipe, react: @escaping @Sendable (String) -> Void = { _ in }
    ) async -> [String] {
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
}
