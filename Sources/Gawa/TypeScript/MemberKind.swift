/// What a member of a service is, to the page.
public enum MemberKind: String, Sendable, Equatable, Codable {
    /// A function of which the page gets a promise.
    case function
    /// A one-way function.
    case message
    /// A function of which the page gets a stream.
    case stream
    /// An event that the page listens to.
    case event
    /// An event that tells a new listener the latest.
    case latestEvent
    /// A function of which the page gets a promise, and that it can also call synchronously.
    case synchronous

    /// Whether the page listens to it, rather than calls it.
    var isEvent: Bool { self == .event || self == .latestEvent }
}
