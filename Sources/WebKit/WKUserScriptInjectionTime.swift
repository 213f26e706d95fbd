/// When a user script runs.
///
/// Source: `WKUserScript.h`.
public enum WKUserScriptInjectionTime: Int, Sendable {
    /// After the root element exists and before any script of the page.
    case atDocumentStart = 0
    /// Right after the listeners of `DOMContentLoaded`, before subresources need be there.
    case atDocumentEnd = 1
}
