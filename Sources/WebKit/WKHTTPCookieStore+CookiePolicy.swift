extension WKHTTPCookieStore {
    /// Whether a store takes cookies.
    ///
    /// Source: `WKHTTPCookieStore.h`.
    public enum CookiePolicy: Int, Sendable {
        /// They are taken; on Linux those that third parties set are not.
        case allow = 0
        /// None is taken any more; those that are there stay and are not sent.
        case disallow = 1
    }
}
