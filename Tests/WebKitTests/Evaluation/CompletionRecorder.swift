import GawaTestSupport
import WebKit

/// Writes down what completion handlers are given, in order.
@MainActor
final class CompletionRecorder {
    private(set) var log: [String] = []
    private(set) var areAllOnMainThread = true
    private let waiter = Waiter()

    func wait(count: Int, timeout: Duration = .seconds(20)) async throws {
        try await waiter.wait(for: "\(count) completions", timeout: timeout) { self.log.count >= count }
    }

    func note(_ name: String, _ value: Any?, _ error: (any Error)?) {
        note("\(name): \(valueText(value)), \(error.map(Self.text) ?? "no error")")
    }

    func note(_ name: String, _ result: Result<Any, any Error>) {
        switch result {
        case .success(let value): note("\(name): success \(valueText(value as Any?))")
        case .failure(let error): note("\(name): failure \(Self.text(error))")
        }
    }

    func note(_ text: String) {
        if !Thread.isMainThread { areAllOnMainThread = false }
        log.append(text)
        waiter.notify()
    }

    private static func text(_ error: any Error) -> String {
        (error as? WKError).map { "\($0.code)" } ?? "\(error)"
    }
}
