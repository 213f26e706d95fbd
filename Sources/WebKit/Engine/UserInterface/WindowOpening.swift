/// A window that a page opens, from the engine's question to the delegate's answer.
///
/// The configuration that the delegate is given, and its copies, hold it: the first view made with one of them meanwhile
/// is the window's. Afterwards they are configurations as any other.
@MainActor
final class WindowOpening {
    private weak var opener: EngineView?
    private var isOpen = true
    private(set) weak var view: EngineView?

    init(opener: EngineView) {
        self.opener = opener
    }

    /// Returns the view to be related to, once.
    func claim(_ configuration: WKWebViewConfiguration) -> EngineView? {
        guard isOpen, view == nil, let opener else { return nil }
        precondition(
            configuration.websiteDataStore === opener.configuration.websiteDataStore,
            "A view that a page opens shares the website data store of its opener: leave the one of the configuration")
        if configuration.userContentController !== opener.configuration.userContentController {
            Log.write(
                "A window that a page opens runs the user scripts of its opener, and has the names of its message handlers; "
                    + "the messages go to the controller of its own configuration")
        }
        return opener
    }

    /// Notes the view that was made.
    func opened(_ view: EngineView) {
        if isOpen, self.view == nil { self.view = view }
    }

    /// Ends the time in which a view can become the window's.
    func end() {
        isOpen = false
    }
}
