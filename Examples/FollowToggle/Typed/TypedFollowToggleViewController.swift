import FollowToggleShared
import Gawa

/// The screen of `Raw/` once more, on the typed bridge.
///
/// The page's promise is the Swift function: there is nothing to park, to settle or to forward.
final class TypedFollowToggleViewController: UIViewController, FollowToggleScreen {
    let pageURL: URL
    /// The one origin whose pages may call.
    let origin: String
    let calendars: CalendarService

    private let console = PageConsole(standardError: false)

    private(set) lazy var webView: WKWebView = {
        let configuration = WKWebViewConfiguration()
        console.install(in: configuration)
        let bridge = Bridge(Calendars(store: calendars), allowing: .origins([origin]))
        bridge.install(in: configuration)
        return WKWebView(frame: .zero, configuration: configuration)
    }()

    init(pageURL: URL, origin: String, calendars: CalendarService) {
        self.pageURL = pageURL
        self.origin = origin
        self.calendars = calendars
    }

    override func loadView() {
        view = webView
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        // Ends with the console, and so with the screen.
        Task { [entries = console.entries] in
            for await entry in entries { print("WebView: \(entry.text)") }
        }
        webView.load(URLRequest(url: pageURL))
    }
}
