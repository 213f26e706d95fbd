import Testing

@testable import Gawa

/// What may still be said to a task.
struct RouteTaskStateTests {
    private typealias State = RouteTaskState

    private static let rows: [(events: [RouteTaskState.Event], effects: [RouteTaskState.Effect])] = [
        ([.answer, .stop], [.answer, .nothing]),
        ([.answer, .answer], [.answer, .nothing]),
        ([.timeIsUp, .answer], [.answerTimeout, .nothing]),
        ([.stop, .answer, .timeIsUp], [.cancel, .nothing, .nothing]),
        ([.failure, .stop], [.fail, .nothing]),
        ([.piece(byteCount: 1), .endOfPieces, .answer], [.nothing, .nothing, .answer]),
        (
            [.answerInPieces(byteCount: nil), .piece(byteCount: 9), .endOfPieces, .piece(byteCount: 1)],
            [.begin, .sendPiece, .finish, .nothing]
        ),
        ([.answerInPieces(byteCount: 3), .piece(byteCount: 3), .endOfPieces], [.begin, .sendPiece, .finish]),
        ([.answerInPieces(byteCount: 3), .piece(byteCount: 2), .endOfPieces], [.begin, .sendPiece, .failForLength]),
        ([.answerInPieces(byteCount: 3), .piece(byteCount: 4), .endOfPieces], [.begin, .failForLength, .nothing]),
        ([.answerInPieces(byteCount: 0), .endOfPieces], [.begin, .finish]),
        ([.answerInPieces(byteCount: nil), .failure], [.begin, .fail]),
        ([.answerInPieces(byteCount: nil), .timeIsUp, .piece(byteCount: 1)], [.begin, .fail, .nothing]),
        ([.answerInPieces(byteCount: nil), .stop, .piece(byteCount: 1)], [.begin, .cancel, .nothing]),
        ([.answerInPieces(byteCount: nil), .answer, .endOfPieces], [.begin, .nothing, .finish]),
    ]

    @Test(arguments: 0..<rows.count)
    func `each event has its effect once`(row: Int) {
        var state = State()
        #expect(Self.rows[row].events.map { state.take($0) } == Self.rows[row].effects)
    }

    @Test func `whatever comes in whatever order, the task is told in order, and of its end once`() {
        let events: [State.Event] = [
            .answer, .answerInPieces(byteCount: nil), .answerInPieces(byteCount: 5), .piece(byteCount: 1),
            .piece(byteCount: 4), .endOfPieces, .failure, .timeIsUp, .stop,
        ]
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            var state = State()
            var hasHead = false
            var ends = 0
            for _ in 0..<12 {
                guard let event = events.randomElement(using: &generator) else { return }
                let effect = state.take(event)
                switch effect {
                case .nothing: break
                case .begin:
                    #expect(!hasHead && ends == 0)
                    hasHead = true
                case .sendPiece: #expect(hasHead && ends == 0)
                case .answer, .answerTimeout:
                    #expect(!hasHead)
                    ends += 1
                case .finish, .failForLength:
                    #expect(hasHead)
                    ends += 1
                case .fail, .cancel: ends += 1
                }
                #expect(ends <= 1)
                #expect(state.isOver == (ends == 1))
            }
        }
    }
}
