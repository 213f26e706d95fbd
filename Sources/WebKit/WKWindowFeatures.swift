/// How a page wants the window that it opens.
///
/// On Linux the engine knows the features only once `createWebViewWith` has returned: every value is nil until then, and
/// there afterwards, before the opened page runs. Keep the object and read it when the window is about to be shown.
///
/// Source: `WKWindowFeatures.h`.
@MainActor
open class WKWindowFeatures: NSObject {
    /// Whether the menu bar is to be visible, a Boolean.
    open var menuBarVisibility: NSNumber? { values.map { NSNumber(value: $0.isMenuBarVisible) } }

    /// Whether the status bar is to be visible, a Boolean.
    open var statusBarVisibility: NSNumber? { values.map { NSNumber(value: $0.isStatusBarVisible) } }

    /// Whether toolbars are to be visible, a Boolean.
    open var toolbarsVisibility: NSNumber? { values.map { NSNumber(value: $0.areToolbarsVisible) } }

    /// Whether the user may resize the window, a Boolean.
    open var allowsResizing: NSNumber? { values.map { NSNumber(value: $0.isResizable) } }

    /// The left edge in points; nil for 0, which the engine has for a value that was not given, too.
    open var x: NSNumber? { number(values?.frame.minX) }

    /// The top edge in points; nil for 0, which the engine has for a value that was not given, too.
    open var y: NSNumber? { number(values?.frame.minY) }

    /// The width of the page in points; nil when none was given.
    open var width: NSNumber? { number(values?.frame.width) }

    /// The height of the page in points; nil when none was given.
    open var height: NSNumber? { number(values?.frame.height) }

    override init() {}

    /// Takes the values from the engine's view of the window that was made.
    func follow(_ view: EngineView) {
        source = view
        // Before the engine tells of the window's moves, which share the place of these values.
        view.afterWindowOpened { self.kept = $0 }
    }

    private weak var source: EngineView?
    private var kept: WindowFeatureValues?

    private var values: WindowFeatureValues? { kept ?? source?.windowFeatures }

    private func number(_ value: CGFloat?) -> NSNumber? {
        guard let value, value != 0 else { return nil }
        return NSNumber(value: Double(value))
    }
}

/// The engine's window properties.
struct WindowFeatureValues {
    var isMenuBarVisible: Bool
    var isStatusBarVisible: Bool
    var areToolbarsVisible: Bool
    var isResizable: Bool
    /// In points; each part is 0 when it was not given.
    var frame: CGRect
}
