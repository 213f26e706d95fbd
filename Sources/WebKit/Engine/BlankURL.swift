/// `about:blank`, the URL of a document that was loaded from nowhere.
let blankURL: URL = {
    guard let url = URL(string: "about:blank") else { preconditionFailure("about:blank is a valid URL") }
    return url
}()
