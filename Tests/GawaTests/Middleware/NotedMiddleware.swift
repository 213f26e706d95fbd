import Foundation
import Gawa
import GawaTestSupport

/// What middleware of a test wrote down, from any thread.
final class MiddlewareNotes: @unchecked Sendable {
    // Sound: all that changes is read and written under the lock.
    private let lock = NSLock()
    private var lines: [String] = []
    private var traces: [BridgeTrace] = []

    func note(_ line: String) {
        lock.withLock { lines.append(line) }
    }

    func note(_ trace: BridgeTrace) {
        lock.withLock { traces.append(trace) }
    }

    /// All lines so far, which are forgotten.
    func takeLines() -> [String] {
        lock.withLock {
            defer { lines = [] }
            return lines
        }
    }

    /// All traces so far, in words, which are forgotten.
    func takeTraces() -> [String] {
        lock.withLock {
            defer { traces = [] }
            return traces.map { trace in
                let count = trace.itemCount.map { " of \($0)" } ?? ""
                return "\(trace.kind) \(trace.service).\(trace.function) \(trace.outcome)\(count)"
            }
        }
    }

    var traceCount: Int { lock.withLock { traces.count } }
    var durations: [Duration] { lock.withLock { traces.map(\.duration) } }
}

/// Writes down what it sees, and does what a test says.
struct NotedMiddleware: BridgeMiddleware {
    let name: String
    let notes: MiddlewareNotes
    var act: @MainActor @Sendable (BridgeCall, @escaping Next) async throws -> BridgeResult = { try await $1($0) }

    func handle(_ call: BridgeCall, next: @escaping Next) async throws -> BridgeResult {
        notes.note("\(name) before \(call.function)")
        defer { notes.note("\(name) after \(call.function)") }
        return try await act(call, next)
    }

    func trace(_ trace: BridgeTrace) {
        notes.note(trace)
    }
}
