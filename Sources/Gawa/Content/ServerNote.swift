internal import Foundation

/// A page that says how it is with a development server.
enum ServerNote {
    case waiting(for: URL, time: Duration, hasFallback: Bool)
    case gaveUp(on: URL, time: Duration)

    /// The page, which has no script.
    var html: String {
        switch self {
        case .waiting(let url, let time, let hasFallback):
            let end = hasFallback ? "Then the app’s own files are shown." : "Then this page says so."
            return Self.page(
                "Waiting for the development server", url,
                "Nothing answers there yet. Its page is shown as soon as it does, within \(time.components.seconds) s. \(end)"
            )
        case .gaveUp(let url, let time):
            return Self.page(
                "No development server", url,
                "Nothing has answered there for \(time.components.seconds) s. Start it, and load the page again.")
        }
    }

    private static func page(_ title: String, _ url: URL, _ text: String) -> String {
        """
        <!doctype html><meta charset="utf-8"><title>\(title)</title>
        <style>:root { color-scheme: light dark } body { font: 16px system-ui; margin: 20vh auto; max-width: 32em }</style>
        <h1>\(title)</h1><p><code>\(url.absoluteString.escapedForHTML)</code><p role="status">\(text)
        """
    }
}
