/// Values of a ``TapService``, which writes down what is asked of it, and that its iterator has gone. It never waits.
struct NotedNumbers<Numbers: Sequence<Int> & Sendable, Element>: AsyncSequence, Sendable {
    let service: TapService
    let tag: String
    let numbers: Numbers
    let failure: TapService.Failure?
    let make: @Sendable (Int) -> Element

    final class AsyncIterator: AsyncIteratorProtocol {
        private var numbers: Numbers.Iterator
        private let sequence: NotedNumbers

        init(_ sequence: NotedNumbers) {
            numbers = sequence.numbers.makeIterator()
            self.sequence = sequence
        }

        deinit {
            Task { @MainActor [sequence] in sequence.service.note("end \(sequence.tag)") }
        }

        func next() async throws -> Element? {
            await sequence.service.noteAsked(sequence.tag)
            return try step()
        }

        func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            await sequence.service.noteAsked(sequence.tag)
            return try step()
        }

        private func step() throws -> Element? {
            if let number = numbers.next() { return sequence.make(number) }
            if let failure = sequence.failure { throw failure }
            return nil
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(self)
    }
}
