import Foundation

/// Waits until an object is gone; tests of ownership hold it weakly and ask here.
///
/// Objects of the engine go a little after the last Swift reference, so this looks again every 10 ms.
///
/// - Returns: Whether the object went within the time limit.
@MainActor
public func isReleased(within limit: Duration = .seconds(5), _ object: () -> AnyObject?) async throws -> Bool {
    let end = ContinuousClock.now + limit
    while object() != nil {
        guard ContinuousClock.now < end else { return false }
        try await Task.sleep(for: .milliseconds(10))
    }
    return true
}
