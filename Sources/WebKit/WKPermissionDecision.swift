/// An answer to a page that asks for a permission.
///
/// Source: `WKUIDelegate.h`.
public enum WKPermissionDecision: Int, Sendable {
    /// Ask the user.
    case prompt = 0
    /// Allow it.
    case grant = 1
    /// Refuse it.
    case deny = 2
}
