/// A scheme handler that wants no longer bodies than it says: of others the host reads no more than shows that they are longer.
@MainActor
package protocol SchemeBodyLimiting: WKURLSchemeHandler {
    /// How many bytes the body of a request may have.
    var maximumBodyByteCount: Int { get }
}
