/// How far a ``HybridPage`` is.
public enum PageState: Sendable {
    /// Nothing was loaded yet.
    case empty
    /// A document is on its way; the one before may still be shown.
    case loading
    /// The document is there, with all that it needs.
    case loaded
    /// The document did not come, or not whole.
    case failed(PageLoadError)
    /// The page's process ended, and it is not loaded again by itself.
    case crashed
}
