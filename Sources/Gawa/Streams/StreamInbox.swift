/// Where the items of a stream of the page come in.
@MainActor
protocol StreamInbox: AnyObject {
    /// Tells the bounds of the document that the stream is opened in.
    func begin(_ limits: BridgeLimits)

    /// - Parameter value: nil is `undefined`.
    /// - Returns: What became of it. The stream goes on only if it was taken.
    func receive(_ value: WireNode?) -> StreamReception

    /// Ends the stream, by an error or without one, after what was taken.
    func end(_ error: BridgeError?)
}
