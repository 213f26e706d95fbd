import Testing

@testable import WebKit

/// The calls that wait for the engine.
@MainActor
@Suite
struct PendingCallsTests {
    private final class Log { var text: [String] = [] }

    private func add(_ calls: PendingCalls, _ log: Log, _ name: String) -> UInt64 {
        calls.add { result in
            switch result {
            case .success(let value): log.text.append("\(name) \(value as? Int ?? -1)")
            case .failure: log.text.append("\(name) failed")
            }
        }
    }

    @Test func `a call ends once, whatever comes first`() {
        let (calls, log) = (PendingCalls(), Log())
        let first = add(calls, log, "first")
        let second = add(calls, log, "second")
        #expect(first != second)
        #expect(calls.count == 2)
        calls.settle(second, .success(2))
        calls.settle(second, .success(3))
        calls.settle(second, .failure(WKError(.unknown)))
        calls.settle(999, .success(4))
        #expect(log.text == ["second 2"])
        #expect(calls.count == 1)
        calls.failAll(WKError(.unknown))
        calls.settle(first, .success(1))
        #expect(log.text == ["second 2", "first failed"])
        #expect(calls.count == 0)
    }

    @Test func `all fail in the order in which they began`() {
        let (calls, log) = (PendingCalls(), Log())
        for number in 1...20 { _ = add(calls, log, "\(number)") }
        calls.failAll(WKError(.unknown))
        #expect(log.text == (1...20).map { "\($0) failed" })
        calls.failAll(WKError(.unknown))
        #expect(log.text.count == 20)
    }

    @Test func `a handler may begin and end calls while all fail`() {
        let (calls, log) = (PendingCalls(), Log())
        var inner: UInt64 = 0
        _ = calls.add { _ in
            log.text.append("outer")
            inner = add(calls, log, "inner")
            calls.failAll(WKError(.unknown))
        }
        let sibling = add(calls, log, "sibling")
        calls.failAll(WKError(.unknown))
        calls.settle(inner, .success(1))
        calls.settle(sibling, .success(1))
        #expect(log.text == ["outer", "inner failed", "sibling failed"])
    }

    @Test func `what a call holds goes with its end`() {
        final class Held {}
        let calls = PendingCalls()
        weak var weakHeld: Held?
        var number: UInt64 = 0
        do {
            let held = Held()
            weakHeld = held
            number = calls.add { _ in withExtendedLifetime(held) {} }
        }
        #expect(weakHeld != nil)
        calls.settle(number, .success(nil))
        #expect(weakHeld == nil)
    }
}

/// Which load is which.
@MainActor
@Suite
struct NavigationTrackerTests {
    private let tracker = NavigationTracker()

    @Test func `one load keeps its token through all events, and finishes once`() {
        let token = tracker.request().new
        #expect(tracker.started() === token)
        #expect(tracker.redirected() === token)
        #expect(tracker.didCommit() === token)
        #expect(tracker.finished() === token)
        #expect(tracker.finished() == nil)
        #expect(tracker.failed(isProvisional: false) == nil)
    }

    @Test func `a load of the page's own gets a token of its own`() {
        let first = tracker.started()
        #expect(tracker.didCommit() === first)
        #expect(tracker.finished() === first)
        let second = tracker.started()
        #expect(second !== first)
        #expect(tracker.didCommit() === second)
    }

    @Test func `a second request gives back the first, and waits for its start or failure`() {
        let first = tracker.request()
        #expect(first.superseded == nil && !first.mustWait)
        let second = tracker.request()
        #expect(second.superseded === first.new && second.mustWait)
        let third = tracker.request()
        #expect(third.superseded === second.new && third.mustWait)
        // The start is that of the first, which has ended as superseded; so is the failure after it.
        #expect(tracker.started() == nil)
        #expect(tracker.failed(isProvisional: true) == nil)
        #expect(tracker.started() === third.new)
        #expect(tracker.didCommit() === third.new)
        #expect(tracker.finished() === third.new)
        #expect(!tracker.request().mustWait)
    }

    @Test func `a load that fails before its start lets the next one go`() {
        _ = tracker.request()
        let second = tracker.request()
        #expect(second.mustWait)
        #expect(tracker.failed(isProvisional: true) == nil)
        #expect(tracker.started() === second.new)
    }

    @Test func `a load that has started fails by itself while another waits`() {
        let first = tracker.request().new
        #expect(tracker.started() === first)
        _ = tracker.request()
        let third = tracker.request()
        #expect(third.mustWait)
        #expect(tracker.failed(isProvisional: true) === first)
        #expect(tracker.started() == nil)
        #expect(tracker.started() === third.new)
    }

    @Test func `a load that starts silently, and a process that has gone, hold nothing back`() {
        #expect(!tracker.request(startsSilently: true).mustWait)
        #expect(!tracker.request().mustWait)
        tracker.processTerminated()
        #expect(!tracker.request().mustWait)
    }

    @Test func `a load that has waited long enough is let go, unless another took its place`() {
        _ = tracker.request()
        let second = tracker.request().new
        let third = tracker.request().new
        #expect(!tracker.release(second))
        #expect(tracker.release(third))
        #expect(!tracker.release(third))
        #expect(tracker.started() === third)
    }

    @Test func `a load that is held back can be taken back`() {
        _ = tracker.request()
        let second = tracker.request()
        #expect(second.mustWait)
        #expect(tracker.withdraw(second.new))
        #expect(tracker.started() != nil)
    }

    @Test func `a failure before the commit ends the load, and the finish after it is none`() {
        let token = tracker.request().new
        #expect(tracker.started() === token)
        #expect(tracker.failed(isProvisional: true) === token)
        #expect(tracker.finished() == nil)
        #expect(tracker.failed(isProvisional: true) == nil)
    }

    @Test func `a failure before the start ends the load that was asked for`() {
        let token = tracker.request().new
        #expect(tracker.failed(isProvisional: true) === token)
        #expect(tracker.waiting == nil)
    }

    @Test func `a failure after the commit ends the load, and the finish after it is none`() {
        let token = tracker.request().new
        _ = tracker.started()
        _ = tracker.didCommit()
        #expect(tracker.failed(isProvisional: false) === token)
        #expect(tracker.finished() == nil)
    }

    @Test func `the load before goes on until the next one commits`() {
        let first = tracker.request().new
        _ = tracker.started()
        _ = tracker.didCommit()
        let second = tracker.request().new
        #expect(tracker.failed(isProvisional: false) === first)
        #expect(tracker.started() === second)
        #expect(tracker.finished() == nil)
        #expect(tracker.didCommit() === second)
        #expect(tracker.finished() === second)
    }

    @Test func `a commit without a start belongs to the load that was asked for, or to none`() {
        let blank = tracker.didCommit()
        #expect(tracker.finished() === blank)
        let token = tracker.request().new
        #expect(tracker.didCommit() === token)
        #expect(tracker.waiting == nil)
    }

    @Test func `a load is taken back only while it waits`() {
        let first = tracker.request().new
        #expect(tracker.waiting === first)
        #expect(tracker.withdraw(first))
        #expect(!tracker.withdraw(first))
        let second = tracker.request().new
        _ = tracker.started()
        #expect(tracker.waiting == nil)
        #expect(!tracker.withdraw(second))
    }

    @Test func `nothing is left after the death of the process`() {
        _ = tracker.request()
        _ = tracker.started()
        let waiting = tracker.request().new
        tracker.processTerminated()
        #expect(tracker.finished() == nil)
        #expect(tracker.failed(isProvisional: true) == nil)
        #expect(tracker.failed(isProvisional: false) == nil)
        #expect(tracker.started() !== waiting)
    }
}
