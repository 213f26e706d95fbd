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

    /// No load has started in the process that is there or being launched.
    private var isFresh = true
    /// The load that was asked for is held back until the one before it has started.
    private var isHolding = false
    /// What fails before the next start is the load that held another back.
    private var isDiscarding = false

    /// Gives out the token of a new load.
    ///
    /// - Returns: With it, the load that was asked for before and now never starts, and whether the new one has to wait
    ///   for the start or failure of that one: a process that is being launched with two loads may lose both.
    func request() -> (new: WKNavigation, superseded: WKNavigation?, mustWait: Bool) {
        let superseded = requested
        let new = WKNavigation()
        requested = new
        isHolding = isFresh && superseded != nil
        return (new, superseded, isHolding)
    }

    /// The load that was asked for and has not started.
    var waiting: WKNavigation? { requested }

    /// Takes back a load that has not started; false when it has, or another took its place.
    func withdraw(_ navigation: WKNavigation) -> Bool {
        guard requested === navigation else { return false }
        requested = nil
        isHolding = false
        return true
    }

    /// Begins a load; nil when it was superseded and the one that waited for this moment has to be made now.
    func started() -> WKNavigation? {
        isFresh = false
        isDiscarding = isHolding
        if isHolding {
            isHolding = false
            return nil
        }
        let navigation = requested ?? WKNavigation()
        requested = nil
        provisional = navigation
        return navigation
    }

    func redirected() -> WKNavigation? { provisional }

    func didCommit() -> WKNavigation {
        // The engine commits the first empty document without a start.
        let mine = isHolding || isDiscarding ? nil : requested
        let navigation = provisional ?? mine ?? WKNavigation()
        if provisional == nil && mine != nil { requested = nil }
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

    /// Ends a load; nil when it was superseded, and has ended before.
    func failed(isProvisional: Bool) -> WKNavigation? {
        if isProvisional {
            if isHolding || isDiscarding && provisional == nil {
                isHolding = false
                return nil
            }
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
        isFresh = true
        isHolding = false
        isDiscarding = false
    }
}
