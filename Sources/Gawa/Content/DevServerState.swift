/// How far it is with a development server: what is to be shown.
struct DevServerState: Sendable, Equatable {
    enum Phase: Sendable, Equatable {
        case new
        /// The view shows the page that says so.
        case waiting
        /// Something is there, and the page loads.
        case loading
        /// The page has been shown.
        case up
        /// The server has gone after its page was shown.
        case gone
        /// Nothing more is looked at.
        case over
    }

    /// What is seen at one look.
    struct Look: Sendable {
        /// Whether something takes connections.
        var isThere: Bool
        /// Whether the view is at the server's page.
        var isShown = false
        /// Whether the view loads.
        var isLoading = false
        /// Whether the time to wait is over.
        var isLate = false
    }

    enum Effect: Sendable, Equatable {
        case nothing
        case showWaiting
        case load
        case tellOfLoss
        /// Load the page again, if the view is still at it.
        case reload
        case giveUp
    }

    private(set) var phase = Phase.new

    /// Takes what is seen.
    mutating func take(_ look: Look) -> Effect {
        let (phase, effect) = next(look)
        self.phase = phase
        return effect
    }

    private func next(_ look: Look) -> (Phase, Effect) {
        switch phase {
        case .new: look.isThere ? (.loading, .load) : (.waiting, .showWaiting)
        case .waiting: look.isThere ? (.loading, .load) : look.isLate ? (.over, .giveUp) : (.waiting, .nothing)
        // One that takes connections and closes them has not come up.
        case .loading: look.isShown ? (.up, .nothing) : look.isLoading ? (.loading, .nothing) : (.waiting, .showWaiting)
        case .up: look.isThere ? (.up, .nothing) : (.gone, .tellOfLoss)
        case .gone: look.isThere ? (.up, .reload) : (.gone, .nothing)
        case .over: (.over, .nothing)
        }
    }
}
