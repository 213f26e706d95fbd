/// What a bridge has to tell its developer, and no call can.
public enum BridgeDiagnostic: Sendable, Hashable {
    /// A document that the policy does not allow has tried to speak, or was loaded where a bridge is installed.
    case refused(origin: String, isMainFrame: Bool, url: String)

    /// A message that the bridge's script would not send.
    case malformedMessage(origin: String, reason: String)

    /// A one-way function threw, or there is none of that name.
    case oneWayFailed(function: String, error: String)
}

extension BridgeDiagnostic {
    /// Words that a page has chosen, as a line can show them: on one line, and not longer than 100 scalars.
    static func shown(_ text: String) -> String {
        // Not `prefix` of the characters, each of which may be a megabyte of accents.
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(100) {
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
        }
    }
}
