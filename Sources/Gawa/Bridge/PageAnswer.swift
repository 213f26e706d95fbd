/// What a page answered to a call.
enum PageAnswer: Sendable {
    /// nil is `undefined`.
    case value(WireNode?)
    case error(JavaScriptError)

    /// The value.
    ///
    /// - Parameter name: The function that was called, if it has a name.
    func value(of name: String? = nil) throws(BridgeError) -> WireNode? {
        switch self {
        case .value(let node): return node
        case .error(let error): throw BridgeError(error, calling: name)
        }
    }
}

extension BridgeError {
    /// What a page told of a function that was called.
    init(_ error: JavaScriptError, calling name: String?) {
        // What the page's function threw can have this code too: it may have called the app.
        if let name, error.code == "unknownFunction", error.message == "no function \(name)" {
            self = .unknownFunction(name: name)
        } else {
            self = .javaScript(error)
        }
    }
}
