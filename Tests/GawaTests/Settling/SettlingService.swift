import Foundation
import Gawa
import GawaTestSupport

/// Functions that end in all the ways that a function can, and writes down how they did.
@MainActor
final class SettlingService: BridgeService {
    nonisolated static let name = "settling"

    struct Failure: CodedError, LocalizedError {
        let code = "failed"
        let errorDescription: String? = "It failed"
    }

    private(set) var started: [String] = []
    private(set) var cancelled: [String] = []
    private(set) var ended: [String] = []
    private(set) var notes: [String] = []
    private(set) var asked: [Ending] = []
    private(set) var callers: [Caller] = []
    /// What `act` does, in the turn that its call came in.
    var action: () -> Void = {}
    let changed = Waiter()
    private var held: [CheckedContinuation<Void, Never>] = []

    /// The functions that run.
    var runningCount: Int { started.count - ended.count }

    func wait(for what: String, timeout: Duration = .seconds(10), until isMet: @escaping (SettlingService) -> Bool)
        async throws
    {
        try await changed.wait(for: what, timeout: timeout) { [weak self] in self.map(isMet) ?? true }
    }

    nonisolated static func describe(_ bridge: inout BridgeDescription<SettlingService>) {
        bridge.function("hang", "tag") { (service: SettlingService, tag: String) in try await service.hang(tag) }
        bridge.function("limited", "tag", options: FunctionOptions(timeLimit: .milliseconds(50))) {
            (service: SettlingService, tag: String) in try await service.hang(tag)
        }
        bridge.function("stubborn", "tag") { (service: SettlingService, tag: String) in await service.hold(tag) }
        bridge.function("later", "number", "milliseconds") {
            (service: SettlingService, number: Int, milliseconds: Double) in
            try await service.later(number, milliseconds)
        }
        bridge.function("same", "number") { (_: SettlingService, number: Int) in number }
        bridge.function("fail") { (_: SettlingService) in throw Failure() }
        bridge.function("act") { (service: SettlingService) in await service.act() }
        bridge.function("nest", "depth") { (_: SettlingService, caller: Caller, depth: Int) in
            depth == 0 ? 0 : try await caller.page.call("nest", depth - 1, returning: Int.self)
        }
        bridge.function("ask", "name") { (service: SettlingService, caller: Caller, name: String) in
            await service.ask(name, caller)
        }
        bridge.message("note", "text") { (service: SettlingService, caller: Caller, text: String) in
            await service.note(text, caller)
        }
        bridge.message("noteAndFail", "text") { (service: SettlingService, caller: Caller, text: String) in
            await service.note(text, caller)
            throw Failure()
        }
    }

    // MARK: Functions

    private func act() { action() }

    private func hang(_ tag: String) async throws {
        begin(tag)
        defer { end(tag) }
        do {
            try await Task.sleep(for: .seconds(1000))
        } catch {
            cancelled.append(tag)
            throw error
        }
    }

    private func hold(_ tag: String) async -> String {
        begin(tag)
        await withCheckedContinuation { held.append($0) }
        if Task.isCancelled { cancelled.append(tag) }
        end(tag)
        return "late"
    }

    /// Lets all calls of `stubborn` return.
    func release() {
        let continuations = held
        held = []
        for continuation in continuations { continuation.resume() }
    }

    private func later(_ number: Int, _ milliseconds: Double) async throws -> Int {
        begin("\(number)")
        defer { end("\(number)") }
        try await Task.sleep(for: .milliseconds(milliseconds))
        return number
    }

    private func ask(_ name: String, _ caller: Caller) async {
        begin("ask")
        asked.append(await Ending.of { () throws(BridgeError) in try await caller.page.call(name) })
        end("ask")
    }

    private func note(_ text: String, _ caller: Caller) {
        notes.append(text)
        callers.append(caller)
        changed.notify()
    }

    /// Forgets who called: a caller holds its document.
    func forgetCallers() { callers = [] }

    private func begin(_ tag: String) {
        started.append(tag)
        changed.notify()
    }

    private func end(_ tag: String) {
        ended.append(tag)
        changed.notify()
    }
}
