/// How far one request is: what may still be said to its task, so that it is finished exactly once.
struct RouteTaskState: Sendable, Equatable {
    enum Phase: Sendable, Equatable {
        /// The handler works.
        case waiting
        /// The head is sent, and pieces are; with the number of bytes that are left, when it is known.
        case sending(left: Int?)
        case ended
    }

    /// What happens.
    enum Event: Sendable, Equatable {
        /// The answer has come, with a body that is there or none.
        case answer
        /// The answer has come, with a body in pieces.
        case answerInPieces(byteCount: Int?)
        case piece(byteCount: Int)
        case endOfPieces
        /// The answer cannot be had, or not to its end.
        case failure
        case timeIsUp
        /// Nobody waits any more.
        case stop
    }

    /// What is to be done for it.
    enum Effect: Sendable, Equatable {
        case nothing
        /// Send the head and the whole body, and finish.
        case answer
        /// Send the head.
        case begin
        case sendPiece
        case finish
        /// Fail the task, and cancel the work.
        case fail
        /// Fail the task: there are not as many bytes as the head says. Cancel the work.
        case failForLength
        /// Answer with status 504, and cancel the work.
        case answerTimeout
        /// Cancel the work, and say nothing to the task.
        case cancel
    }

    private(set) var phase = Phase.waiting

    /// Whether the task needs nothing more.
    var isOver: Bool { phase == .ended }

    /// Takes what happens; what comes after the end has no effect.
    mutating func take(_ event: Event) -> Effect {
        let (phase, effect) = next(event)
        self.phase = phase
        return effect
    }

    private func next(_ event: Event) -> (Phase, Effect) {
        switch (phase, event) {
        case (.ended, _): (.ended, .nothing)
        case (_, .stop): (.ended, .cancel)
        case (_, .failure), (.sending, .timeIsUp): (.ended, .fail)
        case (.waiting, .timeIsUp): (.ended, .answerTimeout)
        case (.waiting, .answer): (.ended, .answer)
        case (.waiting, .answerInPieces(let byteCount)): (.sending(left: byteCount), .begin)
        case (.waiting, .piece), (.waiting, .endOfPieces), (.sending, .answer), (.sending, .answerInPieces):
            (phase, .nothing)
        case (.sending(nil), .piece): (phase, .sendPiece)
        case (.sending(let left?), .piece(let count)):
            count <= left ? (.sending(left: left - count), .sendPiece) : (.ended, .failForLength)
        case (.sending(let left), .endOfPieces): (.ended, left ?? 0 == 0 ? .finish : .failForLength)
        }
    }
}
