import Testing

@testable import WebKit

/// Steps in history, of which the engine may tell nothing.
@MainActor
@Suite
struct NavigationStepTests {
    private let tracker = NavigationTracker()

    /// Asks for a step that the engine gets at once.
    private func step() -> WKNavigation {
        let token = tracker.request().new
        tracker.madeStep()
        return token
    }

    @Test func `a step that stays within the document ends when the engine comes to rest`() {
        _ = step()
        #expect(!tracker.cameToRest())
        #expect(tracker.waiting == nil)
        let next = tracker.request()
        #expect(!next.mustWait && next.superseded == nil)
        #expect(tracker.started() === next.new)
    }

    @Test func `a step to another document starts like any load, and rest ends nothing after that`() {
        let token = step()
        #expect(tracker.started() === token)
        #expect(!tracker.cameToRest())
        #expect(tracker.didCommit() === token)
        #expect(tracker.finished() === token)
    }

    @Test func `rest ends no load that is not a step`() {
        let token = tracker.request().new
        #expect(!tracker.cameToRest())
        #expect(tracker.waiting === token)
        #expect(tracker.request().mustWait)
    }

    @Test func `a load that waits for a step within the document is made when the engine comes to rest`() {
        let first = step()
        let second = tracker.request()
        #expect(second.mustWait && second.superseded === first)
        #expect(tracker.cameToRest())
        #expect(tracker.started() === second.new)
    }

    @Test func `a step that fails before its start leaves nothing behind`() {
        let token = step()
        #expect(tracker.failed(isProvisional: true) === token)
        let next = tracker.request()
        #expect(!next.mustWait)
        #expect(!tracker.cameToRest())
        #expect(tracker.waiting === next.new)
    }

    @Test func `a load under way that fails because of a step is not taken for the step`() {
        let load = tracker.request().new
        #expect(tracker.started() === load)
        _ = step()
        #expect(tracker.failed(isProvisional: true) === load)
        #expect(!tracker.cameToRest())
        #expect(!tracker.request().mustWait)
    }

    @Test func `the late failure of a superseded load lets no other go that waits for its successor`() {
        _ = tracker.request()
        let second = tracker.request()
        #expect(second.mustWait)
        #expect(tracker.started() == nil)
        // The second is in the engine now, and the third waits for it.
        let third = tracker.request()
        #expect(third.mustWait && third.superseded === second.new)
        #expect(tracker.failed(isProvisional: true) == nil)
        #expect(tracker.isHolding)
        #expect(tracker.started() == nil)
        #expect(tracker.started() === third.new)
    }
}
