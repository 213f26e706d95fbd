import GawaTestSupport

/// Holds an answer of the delegate back until the test lets it go.
@MainActor
final class Gate {
    private let waiter = Waiter()
    private var isOpen = false

    /// Waits until the gate is open, or for half a minute, so that a test that fails before ends.
    func pass() async {
        try? await waiter.wait(for: "the gate", timeout: .seconds(30)) { self.isOpen }
    }

    func open() {
        isOpen = true
        waiter.notify()
    }
}
