import Foundation
import Gawa
import Synchronization

/// Synchronous functions, and others beside them.
struct SynchronousService: BridgeService {
    struct Refusal: CodedError {
        let code = "refused"
        let data: (any Encodable & Sendable)? = ["why": 7]
    }

    struct BytesError: CodedError {
        let code = "bytes"
        let bytes: Data
        var data: (any Encodable & Sendable)? { bytes }
    }

    static let name = "own"

    /// Holds back the functions that wait for it.
    let gate: ThreadGate
    /// What ran, in order.
    let notes = SharedNotes()
    /// Within its time limit the function `brief` must return.
    static let briefLimit = Duration.milliseconds(100)

    init(gate: ThreadGate = ThreadGate()) {
        self.gate = gate
    }

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.synchronous("text", "value") { (service: Self, value: String) in
            service.notes.add(value)
            return value
        }
        bridge.synchronous("sample", "value") { (_: Self, value: Sample) in value }
        bridge.synchronous("data", "value") { (_: Self, value: Data) in value }
        bridge.synchronous("nothing") { (service: Self) in service.notes.add("nothing") }
        bridge.synchronous("fail", "code") { (_: Self, code: String?) throws in
            if code != nil { throw Refusal() }
            throw CancellationError()
        }
        bridge.synchronous("isMain") { (_: Self) in Thread.isMainThread }
        bridge.synchronous("origin") { (_: Self, caller: Caller) in "\(caller.origin) \(caller.isMainFrame)" }
        bridge.synchronous("block", "name") { (service: Self, name: String) in
            service.notes.add(name)
            service.gate.pass()
            service.notes.add("\(name) done")
            return name
        }
        bridge.synchronous("brief", "name", options: FunctionOptions(timeLimit: briefLimit)) {
            (service: Self, name: String) in
            service.notes.add(name)
            service.gate.pass()
            return name
        }
        bridge.synchronous("forbidden", options: FunctionOptions(allowing: .origins(["app://other"]))) {
            (service: Self) in service.notes.add("forbidden")
        }
        bridge.function("main", "value") { (service: Self, value: String) in
            service.notes.add(value)
            return value
        }
        bridge.function("pieces", "value") { (_: Self, value: [Data]) in value }
        bridge.synchronous("piecesNow", "value") { (_: Self, value: [Data]) in value }
        bridge.synchronous("failWithBytes", "count") { (_: Self, count: Int) throws in
            throw BytesError(bytes: Data((0..<count).map { UInt8(truncatingIfNeeded: $0) }))
        }
        bridge.function("wait") { (service: Self) async throws in try await Task.sleep(for: .seconds(100)) }
        bridge.message("say", "value") { (service: Self, value: String) in service.notes.add(value) }
    }
}

/// Lines that any thread adds.
final class SharedNotes: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}

/// Holds threads back until it is opened, or for twenty seconds.
final class ThreadGate: @unchecked Sendable {
    private let condition = NSCondition()
    // Sound: read and written under the lock only.
    private var isOpen = false
    private var waitingCount = 0

    func pass() {
        condition.lock()
        waitingCount += 1
        condition.broadcast()
        let end = Date(timeIntervalSinceNow: 20)
        while !isOpen, condition.wait(until: end) {}
        waitingCount -= 1
        condition.unlock()
    }

    func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    func close() {
        condition.lock()
        isOpen = false
        condition.unlock()
    }

    /// Waits until threads are held back.
    func waitForThreads(_ count: Int = 1) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.condition.lock()
                let end = Date(timeIntervalSinceNow: 20)
                while self.waitingCount < count, self.condition.wait(until: end) {}
                let isMet = self.waitingCount >= count
                self.condition.unlock()
                continuation.resume(returning: isMet)
            }
        }
    }
}
