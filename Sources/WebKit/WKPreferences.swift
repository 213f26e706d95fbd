/// Live settings, shared by every view that was made from a configuration.
///
/// Source: `WKPreferences.h`.
@MainActor
open class WKPreferences: NSObject {
    /// Whether a page may open windows without a user's gesture. The default is false, as on iOS.
    open var javaScriptCanOpenWindowsAutomatically = false {
        didSet { apply() }
    }

    /// Makes preferences with the defaults.
    public override init() {}

    private struct Observer {
        weak var settings: EngineSettings?
    }

    private var observers: [Observer] = []

    /// Applies the values now and at each change, as long as the settings live.
    func bind(_ settings: EngineSettings) {
        observers.removeAll { $0.settings == nil }
        observers.append(Observer(settings: settings))
        settings.apply(self)
    }

    private func apply() {
        for observer in observers { observer.settings?.apply(self) }
    }
}
