import GawaTestSupport
import Testing

@testable import Gawa

extension BridgedTestPage {
    /// Waits for the document of the page's main frame: it may be loaded before its greeting has come.
    func document() async throws -> BridgedDocument {
        let documents = bridge.documents
        if documents.main(of: page.webView) == nil {
            try await documents.wait(for: ObjectIdentifier(page.webView), within: .seconds(10))
        }
        return try #require(documents.main(of: page.webView))
    }

    /// Expects that the bridge has one document in the end, that of the main frame.
    func expectOneDocument(_ comment: Comment? = nil) async throws {
        let documents = bridge.documents
        let isOne = try await isReleased { documents.all.count == 1 ? nil : documents }
        #expect(isOne, comment)
        #expect(documents.all.first === documents.main(of: page.webView), comment)
    }
}
