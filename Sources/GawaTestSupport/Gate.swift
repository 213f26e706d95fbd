/// Holds something back until a test lets it go.
@MainActor
package final class Gate {
    private let waiter = Waiter()
    private var isOpen = false

    package init() {}

    /// Waits until the gate is open, or for half a minute, so that a test that fails before ends.
    package func pass() async {
        try? await waiter.wait(for: "the gate", timeout: .seconds(30)) { self.isOpen }
    }

    /// Lets all go who wait, and who come later.
    package func open() {
        isOpen = true
        waiter.notify()
    }
}
