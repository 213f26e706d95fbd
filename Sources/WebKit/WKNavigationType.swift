/// What caused a navigation.
///
/// Source: `WKNavigationAction.h`.
public enum WKNavigationType: Int, Sendable {
    /// A link was followed.
    case linkActivated = 0
    /// A form was submitted.
    case formSubmitted = 1
    /// The back-forward list was asked for another item.
    case backForward = 2
    /// The page was loaded again.
    case reload = 3
    /// A form was submitted again, by going back, forward, or by a reload.
    case formResubmitted = 4
    /// Something else, such as a load of the app's or a script of the page.
    case other = -1
}
