/// Where calls come from: a document, or what is going to be one.
protocol CallPlace: AnyObject, Sendable {
    /// nil until the document has greeted.
    @MainActor var document: BridgedDocument? { get }
}

extension BridgedDocument: CallPlace {
    var document: BridgedDocument? { self }
}
