public import Foundation

/// The answer of a route.
public struct RouteResponse: Sendable {
    /// The status.
    public var status: RouteStatus

    /// The header fields. `Content-Length` is added where the length is known.
    public var headers: RouteHeaders

    /// The body.
    public var body: RouteBody

    /// Makes an answer.
    public init(status: RouteStatus = .ok, headers: RouteHeaders = [:], body: RouteBody = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer without a body: status 204 unless told otherwise.
    public static var empty: Self { Self(status: .noContent) }

    /// An answer without a body.
    public static func empty(_ status: RouteStatus) -> Self { Self(status: status) }

    /// Text in UTF-8.
    public static func text(_ text: String, status: RouteStatus = .ok) -> Self {
        data(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// A page in UTF-8.
    public static func html(_ text: String, status: RouteStatus = .ok) -> Self {
        data(Data(text.utf8), type: "text/html; charset=utf-8", status: status)
    }

    /// A value as JSON.
    ///
    /// - Throws: The encoder's error.
    public static func json(_ value: some Encodable, status: RouteStatus = .ok) throws -> Self {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return data(try encoder.encode(value), type: "application/json", status: status)
    }

    /// Bytes of a type.
    public static func data(
        _ data: Data, type: String = "application/octet-stream", status: RouteStatus = .ok
    ) -> Self {
        Self(status: status, headers: ["Content-Type": type], body: .data(data))
    }

    /// Bytes as a sequence makes them; the page sees each piece as it comes.
    ///
    /// - Parameters:
    ///   - pieces: Its iterator runs in a task that is cancelled when the page goes or aborts. An error after the first
    ///     piece ends the body as a network error.
    ///   - type: The type of the body.
    ///   - byteCount: How many bytes in all; nil when that is not known.
    public static func stream<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, type: String = "application/octet-stream", byteCount: Int? = nil
    ) -> Self where Pieces.Element == Data {
        Self(
            headers: ["Content-Type": type],
            body: .pieces(byteCount: byteCount) {
                let iterator = PieceIterator(pieces)
                return { try await iterator.next() }
            })
    }

    /// Events for an `EventSource` of the page.
    public static func events<Events: AsyncSequence & Sendable>(_ events: Events) -> Self
    where Events.Element == ServerSentEvent {
        Self(
            headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
            body: .pieces {
                // A comment, so that the page hears of the open connection before the first event: engines hold back the
                // head until there is something behind it.
                let iterator = PieceIterator(events.map(\.data), first: Data(":\n\n".utf8))
                return { try await iterator.next() }
            })
    }

    /// Sends the page's request to another place.
    ///
    /// Engines hand such an answer of a custom scheme to the page as it is, so the app follows it: the page gets the answer of
    /// the other route, with `Content-Location`, and its `response.url` stays. A status of 303, and 301 and 302 after POST, makes
    /// the request a GET without a body. After 20 redirects the page gets a network error.
    ///
    /// - Parameter location: A path of the same scheme and host, such as `/notes/42`, or a whole URL of them; any other is
    ///   status 500, since no page should be led elsewhere by a native answer.
    public static func redirect(to location: String, status: RouteStatus = .found) -> Self {
        Self(status: status, headers: ["Location": location])
    }

    /// A failure, with a sentence as text.
    public static func error(_ status: RouteStatus, _ description: String = "") -> Self {
        text(description, status: status)
    }

    /// The same of an error.
    static func error(_ error: RouteError) -> Self {
        .error(error.status, error.description)
    }
}
