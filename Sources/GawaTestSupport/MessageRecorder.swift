public import GawaWebKit

/// A script message handler that writes down what it is sent, for tests to wait on.
@MainActor
public final class MessageRecorder: NSObject, WKScriptMessageHandler {
    /// All messages so far, in order.
    public private(set) var messages: [WKScriptMessage] = []

    /// Called at each message, within the handler's call.
    public var onMessage: ((WKScriptMessage) -> Void)?

    private let waiter = Waiter()

    /// The bodies of all messages so far, in order.
    public var bodies: [Any] { messages.map(\.body) }

    /// Waits until at least a number of messages has come, and returns all.
    @discardableResult
    public func wait(count: Int, timeout: Duration = .seconds(20)) async throws -> [WKScriptMessage] {
        try await waiter.wait(for: "\(count) messages", timeout: timeout) { self.messages.count >= count }
        return messages
    }

    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        messages.append(message)
        onMessage?(message)
        waiter.notify()
    }
}
