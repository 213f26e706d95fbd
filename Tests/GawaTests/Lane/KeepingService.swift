import Foundation
import Gawa
import Synchronization

/// A synchronous function that keeps who called it.
final class KeepingService: BridgeService {
    static let name = "keeping"

    let caller = Mutex<Caller?>(nil)

    static func describe(_ bridge: inout BridgeDescription<KeepingService>) {
        bridge.synchronous("give", "value") { (service: KeepingService, caller: Caller, value: String) in
            service.caller.withLock { $0 = caller }
            return value
        }
    }
}

/// Notes on which thread it runs, refuses some calls and alters others.
struct ThreadMiddleware: BridgeMiddleware {
    let notes = SharedNotes()

    func handle(_ call: BridgeCall, next: @escaping Next) async throws -> BridgeResult {
        notes.add("handle \(call.function)")
        return try await next(call)
    }

    func handleSynchronously(_ call: BridgeCall, next: SynchronousNext) throws -> BridgeResult {
        notes.add("\(call.function) \(call.kind) \(Thread.isMainThread)")
        var call = call
        let value = try call.argument(0, as: String?.self)
        if value == "refuse" { throw CallRefused("Not this one") }
        if value == "alter" { try call.replaceArgument(0, by: "altered") }
        let result = try next(call)
        return value == "replace" ? try BridgeResult("replaced") : result
    }

    func trace(_ trace: BridgeTrace) {
        notes.add("trace \(trace.function) \(trace.outcome)")
    }
}
