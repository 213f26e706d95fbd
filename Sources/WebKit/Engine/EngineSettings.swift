internal import CWebKitGTK
internal import GLib

/// The engine's settings of one view.
@MainActor
final class EngineSettings {
    let settings: Retained

    init(configuration: WKWebViewConfiguration) {
        settings = Retained(taking: webkit_settings_new())
        applicationName = configuration.applicationNameForUserAgent
        allowsContentJavaScript = configuration.defaultWebpagePreferences.allowsContentJavaScript
        applyContentJavaScript()
        if configuration.mapsNativeHost { disableLinkHints() }
        configuration.preferences.bind(self)
        applyUserAgent()
    }

    var customUserAgent: String? {
        didSet { applyUserAgent() }
    }

    /// Whether the page's own scripts run.
    var allowsContentJavaScript: Bool {
        didSet { if allowsContentJavaScript != oldValue { applyContentJavaScript() } }
    }

    var isInspectable: Bool {
        get { webkit_settings_get_enable_developer_extras(pointer) != 0 }
        set { webkit_settings_set_enable_developer_extras(pointer, newValue ? 1 : 0) }
    }

    func apply(_ preferences: WKPreferences) {
        webkit_settings_set_javascript_can_open_windows_automatically(
            pointer, preferences.javaScriptCanOpenWindowsAutomatically ? 1 : 0)
    }

    private let applicationName: String?

    private var pointer: OpaquePointer { settings.pointer }

    private func applyContentJavaScript() {
        webkit_settings_set_enable_javascript_markup(pointer, allowsContentJavaScript ? 1 : 0)
    }

    private func applyUserAgent() {
        // NULL restores the default.
        webkit_settings_set_user_agent(pointer, nil)
        if let customUserAgent {
            webkit_settings_set_user_agent(pointer, customUserAgent)
        } else if let applicationName, let standard = webkit_settings_get_user_agent(pointer) {
            webkit_settings_set_user_agent(pointer, String(cString: standard) + " " + applicationName)
        }
    }
}
