/// The answer to a navigation action.
///
/// Source: `WKNavigationDelegate.h`.
public enum WKNavigationActionPolicy: Int, Sendable {
    /// Nothing is sent. A load that has not started ends without a word; a redirect fails the load that it is part of
    /// with code 102 of `WebKitErrorDomain`.
    case cancel = 0
    /// The navigation goes on.
    case allow = 1
}
