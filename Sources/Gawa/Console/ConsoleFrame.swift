public import Foundation

/// The frame that a console entry comes from, as the engine attests; a page cannot forge it.
public struct ConsoleFrame: Sendable, Hashable {
    /// Whether it is the main frame of its view.
    public let isMainFrame: Bool

    /// The origin as `self.origin` writes it, `https://example.com:8080`; `nil` for an opaque origin.
    public let origin: String?

    /// The address of the frame's document.
    public let url: URL?

    /// Makes the facts of a frame.
    public init(isMainFrame: Bool, origin: String?, url: URL?) {
        self.isMainFrame = isMainFrame
        self.origin = origin
        self.url = url
    }
}
