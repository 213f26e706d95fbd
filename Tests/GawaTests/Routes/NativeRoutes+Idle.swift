@testable import Gawa

extension NativeRoutes {
    /// Whether no request is open, and no handler runs.
    var isIdle: Bool { openCount == 0 && runningCount == 0 }

    /// How many requests are open.
    var openCountForTests: Int { openCount }
}
