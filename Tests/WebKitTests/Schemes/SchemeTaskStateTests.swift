import Testing

@testable import WebKit

/// Which calls of a scheme task count.
struct SchemeTaskStateTests {
    private typealias State = SchemeTaskState

    private static func state(_ phase: State.Phase) -> State {
        var state = State()
        switch phase {
        case .fresh: break
        case .responded: try? state.accept(.response)
        case .sending:
            try? state.accept(.response)
            try? state.accept(.data)
        case .ended: try? state.accept(.failure)
        case .stopped: _ = state.stop()
        }
        return state
    }

    private static let table:
        [(SchemeTaskState.Call, SchemeTaskState.Phase, Result<SchemeTaskState.Phase, SchemeTaskState.Violation>)] = [
            (.response, .fresh, .success(.responded)),
            (.response, .responded, .success(.responded)),
            (.response, .sending, .failure(.responseAfterData)),
            (.response, .ended, .failure(.ended)),
            (.response, .stopped, .failure(.stopped)),
            (.data, .fresh, .failure(.noResponse)),
            (.data, .responded, .success(.sending)),
            (.data, .sending, .success(.sending)),
            (.data, .ended, .failure(.ended)),
            (.data, .stopped, .failure(.stopped)),
            (.finish, .fresh, .failure(.noResponse)),
            (.finish, .responded, .success(.ended)),
            (.finish, .sending, .success(.ended)),
            (.finish, .ended, .failure(.ended)),
            (.finish, .stopped, .failure(.stopped)),
            (.failure, .fresh, .success(.ended)),
            (.failure, .responded, .success(.ended)),
            (.failure, .sending, .success(.ended)),
            (.failure, .ended, .failure(.ended)),
            (.failure, .stopped, .failure(.stopped)),
        ]

    @Test func `each call in each phase does what Apple's rules say, and a refused one changes nothing`() {
        for (call, phase, expected) in Self.table {
            var state = Self.state(phase)
            #expect(state.phase == phase)
            let outcome = Result { () throws(SchemeTaskState.Violation) in
                try state.accept(call)
                return state.phase
            }
            switch (outcome, expected) {
            case (.success(let left), .success(let right)): #expect(left == right, "\(call) when \(phase)")
            case (.failure(let left), .failure(let right)):
                #expect(left == right, "\(call) when \(phase)")
                #expect(state == Self.state(phase))
            default: Issue.record("\(call) when \(phase): \(outcome)")
            }
        }
        #expect(Self.table.count == 4 * 5)
    }

    @Test func `a task is stopped once, and not when it was over`() {
        for phase in [State.Phase.fresh, .responded, .sending] {
            var state = Self.state(phase)
            #expect(!state.isOver)
            let isFirst = state.stop()
            #expect(isFirst)
            #expect(state.isOver)
            let isSecond = state.stop()
            #expect(!isSecond)
        }
        var ended = Self.state(.ended)
        let isStopped = ended.stop()
        #expect(!isStopped)
        #expect(ended.phase == .ended)
    }

    @Test func `whatever is called, a task ends once at most and a refused call changes nothing`() {
        for seed in 0..<2_000 {
            var state = State()
            var ends = 0
            var number = seed
            for _ in 0..<8 {
                let before = state
                switch number % 5 {
                case 0: if state.stop() { ends += 1 }
                case 1: if (try? state.accept(.response)) == nil { #expect(state == before) }
                case 2: if (try? state.accept(.data)) == nil { #expect(state == before) }
                case 3: if (try? state.accept(.finish)) != nil { ends += 1 }
                default: if (try? state.accept(.failure)) != nil { ends += 1 }
                }
                number = number / 5 &+ (number &* 7919) % 625
                if before.isOver { #expect(state == before) }
            }
            #expect(ends <= 1)
            #expect((ends == 1) == state.isOver)
        }
    }
}
