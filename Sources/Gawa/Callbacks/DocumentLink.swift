/// The way to a document from what outlives it.
///
/// It does not keep the document: a service that holds what a page passed would otherwise keep itself, with its bridge.
@MainActor
final class DocumentLink {
    private weak var target: BridgedDocument?
    private var reason: BridgeError.PageGone?

    nonisolated init() {}

    /// Leads to a document from now on.
    func lead(to document: BridgedDocument) {
        target = document
    }

    /// Ends the way: the document is hidden, or has gone.
    func cut(_ reason: BridgeError.PageGone) {
        self.reason = self.reason ?? reason
    }

    /// The document.
    ///
    /// - Throws: ``BridgeError/pageGone(_:)``.
    func document() throws(BridgeError) -> BridgedDocument {
        if let reason { throw .pageGone(reason) }
        guard let target else { throw .pageGone(.bridgeClosed) }
        return target
    }
}
