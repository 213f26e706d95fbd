import Gawa
import Synchronization

/// A synchronous function that does what a test says.
final class ClosingService: BridgeService {
    static let name = "closing"

    let action = Mutex<@Sendable () -> Void>({})

    static func describe(_ bridge: inout BridgeDescription<ClosingService>) {
        bridge.synchronous("act") { (service: ClosingService) in service.action.withLock { $0 }() }
    }
}
