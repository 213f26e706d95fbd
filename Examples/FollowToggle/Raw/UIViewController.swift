import WebKit

/// Stands in for UIKit's class of the same name, which Linux does not have.
@MainActor
class UIViewController: NSObject {
    var view: NSObject?
    func loadView() {}
    func viewDidLoad() {}

    func loadViewIfNeeded() {
        guard view == nil else { return }
        loadView()
        viewDidLoad()
    }
}
