/// A step of a load of a ``HybridPage``.
public enum PageNavigation: Sendable {
    /// A document was asked for.
    case started
    /// It is another's address that answers.
    case redirected
    /// The document has begun to come, and takes the place of the one before.
    case committed
    /// It is there.
    case finished
    /// It did not come.
    case failed(PageLoadError)
    /// The page's process ended.
    case crashed
    /// The page was loaded again after that, and is there.
    case recovered
}
