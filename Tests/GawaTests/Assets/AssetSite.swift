import Foundation
import GawaTestSupport
import WebKit

@testable import Gawa

/// An app's files at its own origin, as an app serves them, with a note of what the engine asks for.
@MainActor
final class AssetSite {
    let routes: NativeRoutes
    let seen = SeenRequests()

    /// Serves files.
    ///
    /// - Parameters:
    ///   - origins: Who may ask, beside the app's own pages.
    ///   - add: Adds the routes.
    init(_ folder: AssetFolder, allowing origins: [String] = [], add: (NativeRoutes) -> Void = { _ in }) {
        routes = NativeRoutes(allowing: .origins(origins))
        routes.onDiagnostic = { _ in }
        add(routes)
        routes.append(seen)
        routes.serve(folder)
    }

    /// A view that has loaded nothing.
    func view() -> TestPage {
        let configuration = TestPage.configuration()
        routes.install(in: configuration)
        return TestPage(configuration: configuration)
    }

    /// A page at a path of the folder.
    func page(_ path: String) async throws -> TestPage {
        let page = view()
        try await page.load(NativeRoutes.pageURL(path))
        return page
    }

    /// The header fields of the latest request for a path that no route answers.
    func headers(of path: String) -> RouteHeaders? {
        seen.requests.last { $0.url.path(percentEncoded: true) == path }?.headers
    }
}
