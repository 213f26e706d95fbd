internal import Foundation

/// One event for an `EventSource` of the page.
///
/// Source: HTML Standard, "Server-sent events".
public struct ServerSentEvent: Sendable, Hashable {
    /// The type, for `addEventListener`; nil for `message`.
    public var name: String?
    /// What `event.data` is; line breaks are kept.
    public var text: String
    /// What `event.lastEventId` is from now on; nil leaves it.
    public var id: String?
    /// How long the page waits before it asks again after the end; nil leaves it.
    public var retry: Duration?

    /// Makes an event.
    public init(_ text: String, name: String? = nil, id: String? = nil, retry: Duration? = nil) {
        self.text = text
        self.name = name
        self.id = id
        self.retry = retry
    }

    /// The lines on the wire.
    var data: Data {
        var lines = ""
        if let name { lines += "event: \(Self.oneLine(name))\n" }
        if let id { lines += "id: \(Self.oneLine(id))\n" }
        if let retry {
            let (seconds, attoseconds) = retry.components
            lines += "retry: \(max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000))\n"
        }
        // The page joins the lines again by a line feed.
        for line in text.replacing("\r\n", with: "\n").split(
            omittingEmptySubsequences: false, whereSeparator: \.isBreak)
        {
            lines += "data: \(line)\n"
        }
        return Data((lines + "\n").utf8)
    }

    private static func oneLine(_ text: String) -> String { String(text.filter { !$0.isNewline && $0 != "\0" }) }
}

extension Character {
    fileprivate var isBreak: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
