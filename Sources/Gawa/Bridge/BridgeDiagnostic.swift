/// What a bridge has to tell its developer, and no call can.
public enum BridgeDiagnostic: Sendable, Hashable {
    /// A document that the policy does not allow has tried to speak, or was loaded where a bridge is installed.
    case refused(origin: String, isMainFrame: Bool, url: String)

    /// A message that the bridge's script would not send.
    case malformedMessage(origin: String, reason: String)

    /// A one-way function threw, or there is none of that name.
    case oneWayFailed(function: String, error: String)

    /// The sequence of an event threw, or the event may not be heard: the page hears no more of it.
    case eventFailed(event: String, error: String)

    /// Someone who hears an event, a page one of the app's or the app one of a page's, was too slow for so many so far: the
    /// oldest gave way. Told at the first of each listener, the tenth, the hundredth and so on.
    case eventsDropped(event: String, count: Int)

    /// What a page dispatched is not of the type that was asked for.
    case eventUnreadable(event: String, error: String)

    /// So many hear one event, in one document or of one page, that some must have been forgotten. In debug builds only.
    case manyListeners(event: String, count: Int)
}

extension BridgeDiagnostic {
    /// Words that a page has chosen, as a line can show them: on one line, and not longer than 100 scalars or another limit.
    static func shown(_ text: String, limit: Int = 100) -> String {
        // Not `prefix` of the characters, each of which may be a megabyte of accents.
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit) {
            shown.append(
                [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
                    ? " " : scalar)
        }
        return String(shown)
    }
}

extension BridgeDiagnostic: CustomStringConvertible {
    /// A sentence.
    public var description: String {
        switch self {
        case .refused(let origin, let isMainFrame, let url):
            "\(isMainFrame ? "The page" : "A frame") \(url) of the origin \(origin) may not use the bridge"
        case .malformedMessage(let origin, let reason):
            "A message of the origin \(origin) was dropped: \(reason)"
        case .oneWayFailed(let function, let error):
            "The one-way function \(function) failed: \(error)"
        case .eventFailed(let event, let error):
            "The event \(event) failed: \(error)"
        case .eventsDropped(let event, let count):
            "A listener of the event \(event) was too slow, and has missed \(count)"
        case .eventUnreadable(let event, let error):
            "What came with the event \(event) cannot be read: \(error)"
        case .manyListeners(let event, let count):
            "\(count) listen to the event \(event): some may have been forgotten"
        }
    }
}
