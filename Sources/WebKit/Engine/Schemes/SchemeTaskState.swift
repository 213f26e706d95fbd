/// What may still be said to a scheme task.
struct SchemeTaskState: Equatable {
    enum Phase {
        case fresh
        case responded
        case sending
        case ended
        case stopped
    }

    /// A call of the handler.
    enum Call: String {
        case response = "didReceive(response)"
        case data = "didReceive(data)"
        case finish = "didFinish()"
        case failure = "didFailWithError(_:)"
    }

    /// Why a call has no effect.
    enum Violation: Error {
        case stopped
        case ended
        case noResponse
        case responseAfterData
    }

    private(set) var phase = Phase.fresh

    /// Whether the task needs no more calls.
    var isOver: Bool { phase == .ended || phase == .stopped }

    /// Admits a call, or throws and changes nothing.
    mutating func accept(_ call: Call) throws(Violation) {
        switch (call, phase) {
        case (_, .stopped): throw .stopped
        case (_, .ended): throw .ended
        case (.response, .sending): throw .responseAfterData
        case (.data, .fresh), (.finish, .fresh): throw .noResponse
        case (.response, _): phase = .responded
        case (.data, _): phase = .sending
        case (.finish, _), (.failure, _): phase = .ended
        }
    }

    /// Stops the task; false when it was over before.
    mutating func stop() -> Bool {
        guard !isOver else { return false }
        phase = .stopped
        return true
    }
}

extension SchemeTaskState.Violation: CustomStringConvertible {
    var description: String {
        switch self {
        case .stopped: "the task was stopped: keep track of `webView(_:stop:)`"
        case .ended: "the task was finished or failed: answer each task once"
        case .noResponse: "the task has no response yet: give it one first"
        case .responseAfterData: "data was sent: give the response first"
        }
    }
}
