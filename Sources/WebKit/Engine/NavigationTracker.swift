/// Which load is which: credits the engine's load events, which name none, to the tokens given out.
@MainActor
final class NavigationTracker {
    /// A load that was asked for and has not started.
    private var requested: WKNavigation?
    /// The load whose document is not there yet.
    private var provisional: WKNavigation?
    /// The load whose document is shown.
    private var committed: WKNavigation?
    /// The committed load has ended, in one way or the other.
    private var hasEnded = true

    /// Gives out the token of a new load.
    ///
    /// - Returns: With it, the load that was asked for before and now never starts.
    func request() -> (new: WKNavigation, superseded: WKNavigation?) {
        let superseded = requested
        let new = WKNavigation()
        requested = new
        return (new, superseded)
    }

    /// The load that was asked for and has not started.
    var waiting: WKNavigation? { requested }

    /// Takes back a load that has not started; false when it has, or another took its place.
    func withdraw(_ navigation: WKNavigation) -> Bool {
        guard requested === navigation else { return false }
        requested = nil
        return true
    }

    func started() -> WKNavigation {
        let navigation = requested ?? WKNavigation()
        requested = nil
        provisional = navigation
        return navigation
    }

    func redirected() -> WKNavigation? { provisional }

    func didCommit() -> WKNavigation {
        // The engine commits the first empty document without a start.
        let navigation = provisional ?? requested ?? WKNavigation()
        if provisional == nil { requested = nil }
        provisional = nil
        committed = navigation
        hasEnded = false
        return navigation
    }

    /// Ends the committed load; nil when the event belongs to one that failed.
    func finished() -> WKNavigation? {
        guard provisional == nil, !hasEnded else { return nil }
        hasEnded = true
        return committed
    }

    func failed(isProvisional: Bool) -> WKNavigation? {
        if isProvisional {
            let navigation = provisional ?? requested
            if provisional == nil { requested = nil }
            provisional = nil
            return navigation
        }
        guard !hasEnded else { return nil }
        hasEnded = true
        return committed
    }

    func processTerminated() {
        requested = nil
        provisional = nil
        hasEnded = true
    }
}
