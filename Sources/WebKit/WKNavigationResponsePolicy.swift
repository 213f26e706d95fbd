/// The answer to a navigation response.
///
/// Source: `WKNavigationDelegate.h`.
public enum WKNavigationResponsePolicy: Int, Sendable {
    /// The load fails with code 102 of `WebKitErrorDomain`.
    case cancel = 0
    /// The response is shown.
    case allow = 1
}
