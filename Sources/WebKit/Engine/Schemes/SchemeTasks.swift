/// The requests to custom schemes that a view waits on.
@MainActor
final class SchemeTasks {
    private var answers: [ObjectIdentifier: SchemeAnswer] = [:]
    /// Those whose handlers have to be told of their stop.
    private var stopped: [SchemeAnswer] = []
    private weak var view: EngineView?

    init(of view: EngineView) {
        self.view = view
    }

    /// How many the engine has not read to their end.
    var count: Int { answers.count }

    func makeAnswer(handler: any WKURLSchemeHandler, url: String) -> SchemeAnswer {
        let answer = SchemeAnswer(handler: handler, url: url) { [weak self] answer, isStopped in
            self?.ended(answer, isStopped: isStopped)
        }
        answers[ObjectIdentifier(answer)] = answer
        return answer
    }

    private func ended(_ answer: SchemeAnswer, isStopped: Bool) {
        answers[ObjectIdentifier(answer)] = nil
        guard isStopped else { return }
        stopped.append(answer)
        // Not now: the engine is walking over its own table of requests, which a handler may change.
        Task { self.tellStops() }
    }

    /// Tells the handlers of the stops that they do not know of.
    func tellStops() {
        while !stopped.isEmpty {
            stopped.removeFirst().tellStop(in: view?.owner)
        }
    }

    /// Stops all tasks, and tells their handlers when the view is still there.
    func stopAll() {
        for answer in answers.values.sorted(by: { $0.number < $1.number }) { answer.stop() }
        tellStops()
    }
}
