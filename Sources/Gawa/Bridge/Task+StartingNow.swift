extension Task where Success == Void, Failure == Never {
    /// Starts a task of the main actor at once, where the system can, so that what needs no waiting is done on return.
    @MainActor @discardableResult
    static func startingNow(_ operation: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        // Every Linux that this package is built for has it.
        if #available(iOS 26, macOS 26, *) {
            Task.immediate(operation: operation)
        } else {
            Task(operation: operation)
        }
    }
}
