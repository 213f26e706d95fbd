import Gawa

/// How a call from Swift ended.
enum Ending: Equatable {
    case value
    case cancelled
    case timedOut(Duration)
    case gone(BridgeError.PageGone)
    case thrown(String)
    case other(String)

    init(_ error: BridgeError) {
        switch error {
        case .cancelled: self = .cancelled
        case .timedOut(let limit): self = .timedOut(limit)
        case .pageGone(let reason): self = .gone(reason)
        case .javaScript(let error): self = .thrown("\(error.name): \(error.message)")
        default: self = .other("\(error)")
        }
    }

    @MainActor
    static func of(_ call: @MainActor () async throws(BridgeError) -> Void) async -> Self {
        do throws(BridgeError) {
            try await call()
            return .value
        } catch {
            return Ending(error)
        }
    }
}
