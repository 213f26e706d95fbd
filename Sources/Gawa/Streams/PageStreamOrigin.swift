/// Where a stream of the page comes from.
enum PageStreamOrigin: Sendable {
    /// From a function of the page, called with the arguments, or an error of theirs.
    case function(BridgePage, name: String, arguments: Result<WireWriter, BridgeError>, timeout: Duration)
    /// The page passed it.
    case passed(PageReference)
}

extension PageStreamOrigin {
    /// Opens the stream in its document.
    ///
    /// - Returns: The document's link and the stream's number.
    @MainActor
    func open(_ inbox: any StreamInbox) async throws(BridgeError) -> (link: DocumentLink, id: Int) {
        if Task.isCancelled { throw .cancelled }
        switch self {
        case .function(let page, let name, let arguments, let timeout):
            let document = try await page.document(within: timeout)
            return try document.open(.named(name), try arguments.get(), inbox)
        case .passed(let reference):
            let document = try reference.link.document()
            guard reference.take() else { throw .givenUp }
            return try document.open(.passed(reference), try ArgumentWriter.write(), inbox)
        }
    }
}
