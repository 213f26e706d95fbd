/// What becomes of something that comes for a stream.
enum StreamReception: Equatable, Sendable {
    case taken
    /// The stream had ended before.
    case ignored
    /// It is not what the reader takes: the stream has ended with an error.
    case unreadable
    /// The page may not send so much: the stream has ended with an error.
    case breach
}
