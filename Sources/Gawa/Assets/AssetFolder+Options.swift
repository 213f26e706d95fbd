extension AssetFolder {
    /// How files are answered.
    public struct Options: Sendable {
        /// Whether a navigation to a path without a file gets the folder's `index.html`, for pages that make their
        /// addresses themselves. No by default.
        ///
        /// Only navigations do, whatever their paths look like (`/@jane.doe`, `/docs/v1.2`). A missing script, style or
        /// image and a page's `fetch` get status 404.
        public var servesIndexForUnknownPages = false

        /// The policy of the folder's pages; nil for none. ``ContentSecurityPolicy/standard`` by default.
        ///
        /// A page whose policy has a nonce is made for each answer: it has no validators and is not stored.
        public var contentSecurityPolicy: ContentSecurityPolicy? = .standard

        /// Whether `app.js.br` and `app.js.gz` beside `app.js` are given to who accepts their coding. Yes by default.
        ///
        /// The engines ask an app without `Accept-Encoding`, and would not decode: their pages get the plain file.
        public var servesPrecompressedFiles = true

        /// The value of `Cache-Control`; nil for none. `no-cache` by default: kept, and asked for again each time.
        public var cacheControl: String? = "no-cache"

        /// Whether the app's pages are loaded anew when a file of the folder changes, for development. No by default.
        ///
        /// The folder is looked through four times a second, off the main thread; a change counts when it has come to rest.
        public var reloadsPages = false

        /// Types of files by extension, in lower case and without a dot, before the table's and the system's.
        public var mediaTypes: [String: String] = [:]

        /// Is told the path of each request that got no file, on any thread; nil, the default, writes a line to
        /// standard error, once for each path.
        public var onMissingFile: (@Sendable (_ path: String) -> Void)?

        /// Makes the default options.
        public init() {}
    }
}
