public import Foundation
public import GawaWebKit

/// What an app's page comes from: files in a folder or in the executable, a server, or in development one of this machine.
///
/// ```swift
/// #if DEBUG
/// let content = PageContent.server(port: 5173, fallback: AssetFolder(directory: bundledPage))
/// #else
/// let content = PageContent.app(directory: bundledPage)
/// #endif
/// content.install(in: configuration)
/// let webView = WKWebView(frame: frame, configuration: configuration)
/// content.load(in: webView)
/// ```
public struct PageContent: Sendable {
    /// The app's files; nil for a server without a fallback.
    let assets: AssetFolder?
    /// Where the page is among them, or on the server.
    let path: String
    let server: DevServer?
    /// The page's address on another server.
    var address: URL?

    /// The app's files, at ``NativeRoutes/origin``.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - path: The first page's, with its escapes; the folder's `index.html` by default.
    public static func app(_ files: AssetFolder, path: String = "/") -> Self {
        Self(assets: files, path: path, server: nil)
    }

    /// The files of a folder, at ``NativeRoutes/origin``.
    public static func app(
        directory: URL, options: AssetFolder.Options = AssetFolder.Options(), path: String = "/"
    ) -> Self {
        app(AssetFolder(directory: directory, options: options), path: path)
    }

    /// Files in the executable, at ``NativeRoutes/origin``.
    public static func app(
        embedded files: EmbeddedAssets, options: AssetFolder.Options = AssetFolder.Options(), path: String = "/"
    ) -> Self {
        app(AssetFolder(embedded: files, options: options), path: path)
    }

    /// The page at an address.
    ///
    /// - Parameter address: Of `https`, or of a scheme that the configuration has a handler for; `http` on this machine alone.
    public static func url(_ address: URL) -> Self {
        Self(assets: nil, path: "/", server: nil, address: address)
    }

    /// The origins that the page may have, for the policy of a bridge or of routes.
    public var origins: [String] {
        if let address { return [address.originText] }
        return (server.map { [$0.origin] } ?? []) + (assets == nil ? [] : [NativeRoutes.origin])
    }

    /// Has the views of a configuration find the page.
    ///
    /// - Parameters:
    ///   - configuration: Of views that are made later.
    ///   - routes: What answers the app's own requests too; routes without any by default, for these origins alone.
    /// - Returns: The routes.
    @MainActor @discardableResult
    public func install(in configuration: WKWebViewConfiguration, routes: NativeRoutes? = nil) -> NativeRoutes {
        let routes = routes ?? NativeRoutes(allowing: .origins(origins))
        if let assets { routes.serve(assets) }
        routes.install(in: configuration)
        return routes
    }

    /// Loads the page in a view whose configuration this was installed in.
    ///
    /// A server that does not answer is waited for, with a page that says so; see ``server(port:path:fallback:waitingTime:)``.
    @MainActor
    public func load(in webView: WKWebView) {
        DevServerWatch.end(for: webView)
        if let address {
            webView.load(URLRequest(url: address))
        } else if let server {
            DevServerWatch.begin(server, in: webView, fallback: assets == nil ? nil : NativeRoutes.pageURL(path))
        } else {
            webView.load(URLRequest(url: NativeRoutes.pageURL(path)))
        }
    }
}
