/// Why a lane has ended.
package enum LaneEnd: Sendable, Equatable {
    /// The document has gone, is hidden in the back/forward cache, or opened another lane; or its process has ended.
    case closedByPage

    /// The app has closed it.
    case closed

    /// The other end broke a rule, which the text names; nothing of what it sent in that message was taken.
    case breach(String)
}
