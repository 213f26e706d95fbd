internal import GawaWebKit
internal import ObjectiveC

/// Goes with a view, and tells it.
@MainActor
final class ViewEnd {
    /// What is done for one task; those of tasks that have gone are left out from time to time.
    @MainActor
    private final class Entry {
        weak var task: (any WKURLSchemeTask)?
        let action: @MainActor () -> Void

        init(task: any WKURLSchemeTask, action: @escaping @MainActor () -> Void) {
            self.task = task
            self.action = action
        }
    }

    private var entries: [Entry] = []
    private var keptCount = 64

    // Its address is the key. Sound: it is neither read nor written.
    private nonisolated(unsafe) static var key: UInt8 = 0

    /// What goes with a view.
    static func of(_ webView: WKWebView) -> ViewEnd {
        if let end = objc_getAssociatedObject(webView, &key) as? ViewEnd { return end }
        let end = ViewEnd()
        objc_setAssociatedObject(webView, &key, end, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        return end
    }

    func add(_ action: @escaping @MainActor () -> Void, for task: any WKURLSchemeTask) {
        entries.append(Entry(task: task, action: action))
        guard entries.count > keptCount * 2 else { return }
        entries.removeAll { $0.task == nil }
        keptCount = max(64, entries.count)
    }

    deinit {
        let entries = entries
        Task { @MainActor in
            for entry in entries { entry.action() }
        }
    }
}
