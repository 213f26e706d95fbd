/// Where a probe is scheduled from.
public enum Origin: String, CaseIterable, Sendable {
    case mainActor
    case gLibCallback
    case detachedTask

    /// Does something there.
    public func perform(_ work: @escaping @Sendable () -> Void) {
        switch self {
        case .mainActor: Task { @MainActor in work() }
        case .gLibCallback: callFromGLib(after: nil, work)
        case .detachedTask: Task.detached(operation: work)
        }
    }
}
