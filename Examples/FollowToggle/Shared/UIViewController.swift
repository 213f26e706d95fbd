import WebKit

/// Stands in for UIKit's class of the same name, which Linux does not have.
@MainActor
open class UIViewController: NSObject {
    public var view: NSObject?
    open func loadView() {}
    open func viewDidLoad() {}

    public func loadViewIfNeeded() {
        guard view == nil else { return }
        loadView()
        viewDidLoad()
    }
}
