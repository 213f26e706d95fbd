import Foundation
import GawaWebKit

/// One evaluation in a page that ends in time.
@MainActor
struct Evaluation {
    private let body: String
    private let arguments: [String: Any]

    init(_ body: String, arguments: [String: any Encodable & Sendable]) throws(BridgeError) {
        self.body = body
        var values: [String: Any] = [:]
        for (name, argument) in arguments {
            values[name] = try FoundationValue.make(argument, name: name)
        }
        self.arguments = values
    }

    func run<Result: Decodable>(
        in place: (WKWebView, WKFrameInfo?), timeout: Duration, returning type: Result.Type
    ) async throws(BridgeError) -> Result {
        let text = try await run(in: place, timeout: timeout).get()
        do {
            return try WireDecoder.decode(type, from: text?.root, path: "result")
        } catch {
            throw .badResult(path: error.path, expected: error.expected, found: error.found)
        }
    }

    func run(in place: (WKWebView, WKFrameInfo?), timeout: Duration) async throws(BridgeError) {
        _ = try await run(in: place, timeout: timeout).get()
    }

    private func run(
        in place: (WKWebView, WKFrameInfo?), timeout: Duration
    ) async -> Result<WireText?, BridgeError> {
        if Task.isCancelled { return .failure(.cancelled) }
        let answer = OneAnswer<Result<WireText?, BridgeError>>()
        place.0.callAsyncJavaScript(body, arguments: arguments, in: place.1, in: .page) { result in
            answer.give(FoundationValue.read(result))
        }
        let sleeper = Task {
            // Cancelled when the answer was first.
            guard (try? await Task.sleep(for: timeout)) != nil else { return }
            answer.give(.failure(.timedOut(after: timeout)))
        }
        defer { sleeper.cancel() }
        return await withTaskCancellationHandler {
            await answer.value()
        } onCancel: {
            Task { @MainActor in answer.give(.failure(.cancelled)) }
        }
    }
}
