import Gawa

/// An iteration that several closures of a test go on with.
@MainActor
final class StreamIteration<Element: Decodable & Sendable> {
    private var iterator: PageStream<Element>.AsyncIterator

    init(_ stream: PageStream<Element>) {
        iterator = stream.makeAsyncIterator()
    }

    func next() async throws -> Element? {
        var iterator = iterator
        return try await iterator.next(isolation: MainActor.shared)
    }
}
