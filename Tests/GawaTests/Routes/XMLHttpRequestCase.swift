/// One script of the table of what `XMLHttpRequest` does.
///
/// A script is the body of an async function. It writes lines by `log` and its kin of ``XMLHttpRequestPage``.
struct XMLHttpRequestCase: Sendable {
    let name: String
    let script: String

    init(_ name: String, _ script: String) {
        self.name = name
        self.script = script
    }
}
