import Gawa

/// Gives back what the page sends, and moves bytes.
struct BenchService: BridgeService {
    static let name = "bench"

    private static let bytes = Data((0..<10_000_000).map { UInt8($0 % 251) })

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.synchronous("echo", "value") { (_: Self, value: String) in value }
        bridge.function("mainEcho", "value") { (_: Self, value: String) in value }
        bridge.function("item", "value") { (_: Self, value: Item) in value }
        bridge.function("items", "value") { (_: Self, value: [Item]) in value }
        bridge.function("down") { (_: Self) in bytes }
        bridge.function("up", "value") { (_: Self, value: Data) in isRight(value) ? value.count : 0 }
    }

    private static func isRight(_ data: Data) -> Bool {
        stride(from: 0, to: data.count, by: 9999).allSatisfy { data[data.startIndex + $0] == UInt8($0 % 251) }
    }
}
