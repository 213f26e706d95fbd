public import Foundation

extension NativeRoutes {
    /// Where the app's own pages are: `native://native`, the same at every start, so that what pages keep is kept.
    ///
    /// Secure: `isSecureContext` holds and `crypto.subtle` is there.
    public nonisolated static let origin = "\(RouteAddress.scheme)://\(RouteAddress.host)"

    /// Answers with the app's files what no route and no `URLProtocol` class answers.
    ///
    /// ```swift
    /// routes.serve(AssetFolder(directory: bundledPage))
    /// routes.install(in: configuration)
    /// webView.load(URLRequest(url: NativeRoutes.pageURL("/index.html")))
    /// ```
    ///
    /// Documents of origins that the policy does not name cannot read files, nor frame pages. One that hides its own address can
    /// still have the engine show an image of the app's, or run a script, as of any web server without more to say.
    ///
    /// A page's request for a route that is not embeddable says `Gawa-Own: 1`; files need no such field.
    ///
    /// - Parameter assets: The files; those that were served before are not any more.
    public func serve(_ assets: AssetFolder) {
        precondition(!isClosed, "Routes that were closed serve no files: make others")
        directory.assets = AssetAnswerer(assets)
        liveReload = assets.options.reloadsPages ? LiveReload(of: assets.store) : nil
    }

    /// The address of a page of the app's files.
    ///
    /// - Parameter path: With its escapes, beginning with a slash, a query and a fragment behind it or none, such as
    ///   `/index.html#top`; what is no path is a programmer error.
    public nonisolated static func pageURL(_ path: String = "/") -> URL {
        guard path.hasPrefix("/"), let url = URL(string: origin + path) else {
            preconditionFailure("'\(path)' is no path: begin it with a slash, and escape what URLs cannot hold")
        }
        return url
    }
}
