/// How a bridge and its pages speak to each other.
public enum BridgeCarrier: Sendable, Hashable {
    /// The fastest way that the system has: on Linux a lane of its own for each document, elsewhere script messages.
    case automatic

    /// The engine's script messages, and nothing else.
    case messages
}
