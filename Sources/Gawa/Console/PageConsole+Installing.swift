public import GawaWebKit

extension PageConsole {
    /// A controller that the console is installed in; it lives as its views do.
    struct WeakController {
        weak var controller: WKUserContentController?
    }

    /// Listens to the pages of the views that use a configuration.
    ///
    /// The configuration's controller is what counts: views that were made with it before are listened to as well, from
    /// their next document on.
    public func install(in configuration: WKWebViewConfiguration) {
        install(in: configuration.userContentController)
    }

    /// Listens to the pages of the views that use a controller, from their next document on.
    ///
    /// Documents that are there already are not listened to. Installing twice in one controller changes nothing. Install
    /// before other user scripts are added, to hear them too.
    public func install(in controller: WKUserContentController) {
        controllers.removeAll { $0.controller == nil }
        guard !controllers.contains(where: { $0.controller === controller }) else { return }
        controllers.append(WeakController(controller: controller))
        controller.add(receiver, name: handlerName)
        controller.addUserScript(script)
    }

    /// Listens no longer to the pages of a controller.
    ///
    /// Nothing comes from documents that are there, and new ones are left alone.
    public func remove(from controller: WKUserContentController) {
        guard controllers.contains(where: { $0.controller === controller }) else { return }
        controllers.removeAll { $0.controller === controller }
        controller.removeScriptMessageHandler(forName: handlerName)
        // A controller can only remove all scripts.
        let others = controller.userScripts.filter { $0 !== script }
        controller.removeAllUserScripts()
        others.forEach(controller.addUserScript)
    }

    /// Listens no longer to the pages of a configuration's controller; see ``remove(from:)-(WKUserContentController)``.
    public func remove(from configuration: WKWebViewConfiguration) {
        remove(from: configuration.userContentController)
    }
}
