internal import Foundation

extension RouteResponse {
    /// Gives a redirect a page that leads on by itself.
    ///
    /// Engines show the answers of custom schemes as they are, and follow no `Location` of theirs.
    ///
    /// - Parameter location: A path with its escapes.
    mutating func show(redirectTo location: String) {
        let text = location.escapedForHTML
        let page = """
            <!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=\(text)"><a href="\(text)">\(text)</a>
            """
        headers["Content-Type"] = "text/html; charset=utf-8"
        body = .data(Data(page.utf8))
    }
}
