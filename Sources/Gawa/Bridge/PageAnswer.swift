/// What a page answered to a call.
enum PageAnswer: Sendable {
    /// nil is `undefined`.
    case value(WireNode?)
    case error(JavaScriptError)
}
