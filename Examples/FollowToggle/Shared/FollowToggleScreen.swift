import WebKit

/// A native screen that hosts the page with the button.
@MainActor
package protocol FollowToggleScreen: UIViewController {
    var webView: WKWebView { get }
    var calendars: CalendarService { get }
}
