import GawaTestSupport

/// What handlers write down, for tests to wait on, and a gate for handlers to wait at.
@MainActor
final class RouteNotes {
    private(set) var lines: [String] = []
    private let waiter = Waiter()
    private let gate = Waiter()
    private var isOpen = false

    func note(_ line: String) {
        lines.append(line)
        waiter.notify()
    }

    /// How many times a line is there.
    func count(of line: String) -> Int { lines.count { $0 == line } }

    /// Waits until a line is there, so many times.
    func wait(for line: String, count: Int = 1) async throws {
        try await waiter.wait(for: "\(count) × '\(line)'", timeout: .seconds(60)) { [weak self] in
            self?.count(of: line) ?? count >= count
        }
    }

    /// Lets those pass who wait at the gate; later ones find it open.
    func open() {
        isOpen = true
        gate.notify()
    }

    /// Waits for the gate.
    ///
    /// - Throws: When the task is cancelled, which is noted.
    func pass(_ name: String) async throws {
        note("\(name) waits")
        do {
            try await gate.wait(for: "the gate", timeout: .seconds(100)) { [weak self] in self?.isOpen ?? true }
        } catch {
            note("\(name) is cancelled")
            throw error
        }
    }
}
