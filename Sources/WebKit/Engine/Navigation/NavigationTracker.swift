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

    /// The engine has a load of ours whose start it has not told.
    private var isAwaitingStart = false
    /// The load that was asked for is held back until that one has started or failed.
    private(set) var isHolding = false
    /// What fails before the next start is the load that held another back.
    private var isDiscarding = false
    /// The engine has a step in history, and tells nothing of one that stays within the document.
    private(set) var isStepInEngine = false

    /// Gives out the token of a new load.
    ///
    /// - Parameter startsSilently: The engine tells nothing of the load.
    /// - Returns: With it, the load that was asked for before and now never starts, and whether the new one has to wait
    ///   for the start or failure of that one. With two in the engine, the events of the first would be credited to the
    ///   second, and a process that is being launched may lose both.
    func request(startsSilently: Bool = false) -> (new: WKNavigation, superseded: WKNavigation?, mustWait: Bool) {
        let new = WKNavigation()
        // Nothing will ever be told of it.
        if startsSilently, !isAwaitingStart { return (new, nil, false) }
        let superseded = requested
        requested = new
        isHolding = isAwaitingStart
        if !isHolding { isAwaitingStart = !startsSilently }
        return (new, superseded, isHolding)
    }

    /// Whether the engine has a load and has not told its start.
    func isAwaitingStart(of navigation: WKNavigation) -> Bool {
        isAwaitingStart && !isHolding && requested === navigation
    }

    /// Notes that the load that the engine has is refused before its start, since another takes its place.
    func refuseForAnother() {
        isAwaitingStart = false
    }

    /// Ends a load that was refused before its start.
    ///
    /// - Returns: Whether it was the engine's, so that one that waited for its start has to be made now.
    func refuse(_ navigation: WKNavigation) -> Bool {
        guard isAwaitingStart else { return false }
        isStepInEngine = false
        if requested === navigation {
            requested = nil
            isAwaitingStart = false
            return false
        }
        guard isHolding else { return false }
        isHolding = false
        return true
    }

    /// Notes that the engine gets a step in history now.
    func madeStep() { isStepInEngine = true }

    /// Ends a step that stayed within the document, when the engine has come to rest without telling of a start.
    ///
    /// - Returns: Whether the load that waited for the step has to be made now.
    func cameToRest() -> Bool {
        guard isStepInEngine, isAwaitingStart else { return false }
        isStepInEngine = false
        if isHolding {
            isHolding = false
            return true
        }
        isAwaitingStart = false
        requested = nil
        return false
    }

    /// The load that was asked for and has not started.
    var waiting: WKNavigation? { requested }

    /// Takes back a load that has not started; false when it has, or another took its place.
    func withdraw(_ navigation: WKNavigation) -> Bool {
        guard requested === navigation else { return false }
        requested = nil
        isHolding = false
        isAwaitingStart = false
        isStepInEngine = false
        return true
    }

    /// Ends the wait of a load that is held back; false when it does not wait.
    func release(_ navigation: WKNavigation) -> Bool {
        guard isHolding, requested === navigation else { return false }
        isHolding = false
        return true
    }

    /// Begins a load; nil when it was superseded and the one that waited for this moment has to be made now.
    func started() -> WKNavigation? {
        isStepInEngine = false
        isDiscarding = isHolding
        // The one that was held back comes next.
        isAwaitingStart = isHolding
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

    /// A load that failed for its server's certificate is made again, for the certificate is trusted now.
    private(set) var isRetrying = false

    func retry(_ navigation: WKNavigation) {
        provisional = navigation
        isRetrying = true
    }

    /// Whether a load is on its way that has started and not been committed.
    var hasProvisional: Bool { provisional != nil }

    /// Ends the wait for the second start of the load that is made again, and gives that load.
    func endRetry() -> WKNavigation? {
        isRetrying = false
        return provisional
    }

    /// Notes a new document; nil when it is that of a load that was superseded, and has ended before.
    func didCommit() -> WKNavigation? {
        if provisional == nil, isHolding || isDiscarding {
            isDiscarding = false
            committed = nil
            hasEnded = true
            return nil
        }
        // The engine commits the first empty document without a start.
        let mine = requested
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
    ///
    /// The one that was held back has to be made when `isHolding` is false after that.
    func failed(isProvisional: Bool) -> WKNavigation? {
        if isProvisional {
            if provisional == nil, isDiscarding {
                // Another may be held back by now: by the load that was made in place of this one.
                isDiscarding = false
                return nil
            }
            if provisional == nil {
                isStepInEngine = false
                if isHolding {
                    isHolding = false
                    return nil
                }
            }
            let navigation = provisional ?? requested
            if provisional == nil {
                requested = nil
                isAwaitingStart = false
            }
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
        isAwaitingStart = false
        isHolding = false
        isDiscarding = false
        isRetrying = false
        isStepInEngine = false
    }
}
