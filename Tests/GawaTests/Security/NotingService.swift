import Gawa
import GawaTestSupport

/// What functions of the app were called with.
@MainActor
final class Notes {
    private(set) var lines: [String] = []
    let waiter = Waiter()

    func add(_ line: String) {
        lines.append(line)
        waiter.notify()
    }

    func wait(for line: String) async throws {
        try await waiter.wait(for: line) { self.lines.contains(line) }
    }
}

/// Notes each call, so that a test sees that there was none.
struct NotingService: BridgeService {
    static let name = "noting"
    let notes: Notes

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("note", "text") { (service: Self, caller: Caller, text: String) in
            await service.notes.add("\(caller.origin) \(text)")
            return text
        }
        bridge.message("say", "text") { (service: Self, caller: Caller, text: String) in
            await service.notes.add("\(caller.origin) \(text)")
        }
        bridge.function("wait") { (service: Self) async in
            await service.notes.add("waits")
            do {
                try await Task.sleep(for: .seconds(60))
            } catch {
                await service.notes.add("cancelled")
            }
        }
    }
}
