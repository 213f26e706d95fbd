import Testing

@testable import Gawa

/// What is shown of a development server, by what is seen of it.
struct DevServerStateTests {
    private typealias Look = DevServerState.Look

    @Test func `a server that is there is loaded, and loaded again when it comes back`() {
        var state = DevServerState()
        #expect(state.take(Look(isThere: true)) == .load)
        #expect(state.take(Look(isThere: true, isLoading: true)) == .nothing)
        #expect(state.take(Look(isThere: true, isShown: true)) == .nothing)
        #expect(state.take(Look(isThere: false, isShown: true, isLate: true)) == .tellOfLoss)
        #expect(state.take(Look(isThere: false, isShown: true, isLate: true)) == .nothing)
        #expect(state.take(Look(isThere: true, isShown: true, isLate: true)) == .reload)
        #expect(state.phase == .up)
    }

    @Test func `a server that is late is waited for, and given up when the time is over`() {
        var state = DevServerState()
        #expect(state.take(Look(isThere: false)) == .showWaiting)
        #expect(state.take(Look(isThere: false)) == .nothing)
        var other = state
        #expect(other.take(Look(isThere: true, isLate: true)) == .load)
        #expect(state.take(Look(isThere: false, isLate: true)) == .giveUp)
        #expect(state.take(Look(isThere: true)) == .nothing)
        #expect(state.phase == .over)
    }

    @Test func `one that takes connections and shows no page has not come up`() {
        var state = DevServerState()
        #expect(state.take(Look(isThere: true)) == .load)
        #expect(state.take(Look(isThere: true)) == .showWaiting)
        #expect(state.phase == .waiting)
        #expect(state.take(Look(isThere: true)) == .load)
    }
}
