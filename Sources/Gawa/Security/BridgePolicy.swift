/// Who may speak to a bridge: deny by default.
///
/// Every message is judged by the frame and origin that the engine attests, never by what a page says.
public struct BridgePolicy: Sendable, Hashable {
    /// Which frames may speak.
    public enum Frames: Sendable, Hashable {
        /// The main frame only.
        case main
        /// Every frame whose own origin is on the list.
        case all
    }

    /// The origins that may speak.
    public let origins: Set<WebOrigin>

    /// The frames that may speak.
    public let frames: Frames

    /// Allows documents of exactly these origins.
    ///
    /// - Parameters:
    ///   - origins: As `self.origin` writes them: `https://app.example.com`, `app://main`, `http://localhost:3000`. Names
    ///     beyond ASCII as punycode. A malformed one, `file:`, and plain `http` to another machine are programmer errors.
    ///   - frames: Whether sub-frames may speak too.
    public static func origins(_ origins: [String], frames: Frames = .main) -> Self {
        Self(origins: Set(origins.map(parse)), frames: frames)
    }

    private static func parse(_ text: String) -> WebOrigin {
        guard let origin = WebOrigin(text) else {
            preconditionFailure(
                "'\(text)' is no origin: write scheme://host or scheme://host:port in lower case, without a path, a user "
                    + "name or the scheme's own port")
        }
        precondition(
            origin.scheme != "file", "Files have no origin that could be told from another's: serve them by a scheme")
        precondition(
            origin.scheme != "http" || origin.isLoopback,
            "Anyone on the way can speak for '\(text)': use https, or http on this machine only")
        return origin
    }

    /// Why a frame may not speak; nil if it may.
    func refusal(of origin: WebOrigin?, isMainFrame: Bool) -> PolicyRefusal? {
        guard let origin, origins.contains(origin) else { return .origin }
        return isMainFrame || frames == .all ? nil : .frame
    }
}

/// What of a caller the policy refuses.
enum PolicyRefusal: Error, Hashable {
    case origin
    case frame

    var sentence: String {
        switch self {
        case .origin: "The bridge's policy does not allow this origin"
        case .frame: "The bridge's policy does not allow this frame: only the main frame may call"
        }
    }
}
