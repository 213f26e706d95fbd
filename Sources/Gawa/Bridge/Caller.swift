public import GawaWebKit

/// Who called a function: facts that the engine attests.
public struct Caller: Sendable {
    /// The origin of the document that called.
    public let origin: WebOrigin

    /// Whether it is the main frame's.
    public let isMainFrame: Bool

    /// The frame, as it was when the call came; ``GawaWebKit/WKFrameInfo/request`` has its URL.
    public let frame: WKFrameInfo

    /// The document that called, to call its functions.
    public var page: BridgePage { BridgePage(place: place) }

    let place: any CallPlace
}
