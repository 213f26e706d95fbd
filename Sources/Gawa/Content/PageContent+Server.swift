extension PageContent {
    // The origin of a development server is anyone's who can open a port of this machine. So no release build can name one.
    #if DEBUG
    /// The page of a development server of this machine, at `http://localhost:PORT`, in debug builds only.
    ///
    /// While nothing answers there the view shows a page that says so, and the server's page as soon as something does. When the
    /// server goes away and comes back, its page is loaded anew. What happens is told on standard error.
    ///
    /// - Parameters:
    ///   - port: The server's, 1...65535.
    ///   - path: The first page's, with its escapes, on the server and among the files of the fallback.
    ///   - fallback: The app's files, which are shown when the time is up; nil shows a page with the error.
    ///   - waitingTime: How long to wait for a server that was never there; 60 seconds by default.
    public static func server(
        port: Int, path: String = "/", fallback: AssetFolder? = nil, waitingTime: Duration = .seconds(60)
    ) -> Self {
        Self(assets: fallback, path: path, server: DevServer(port: port, path: path, waitingTime: waitingTime))
    }
    #else
    /// The page of a development server, which no release build may show.
    @available(
        *, unavailable, message: "A development server is for debug builds: put it in #if DEBUG, and .app(…) in #else"
    )
    public static func server(
        port: Int, path: String = "/", fallback: AssetFolder? = nil, waitingTime: Duration = .seconds(60)
    ) -> Self {
        Self(assets: fallback, path: path, server: nil)
    }
    #endif
}
