extension WKError {
    /// A JavaScript exception, with the facts that are known under Apple's keys.
    init(javaScriptMessage message: String, sourceURL: String = "", line: Int = 0, column: Int = 0, stack: String = "")
    {
        var userInfo: [String: Any] = [
            "WKJavaScriptExceptionMessage": message,
            "WKJavaScriptExceptionLineNumber": NSNumber(value: line),
            "WKJavaScriptExceptionColumnNumber": NSNumber(value: column),
        ]
        if !sourceURL.isEmpty, let url = URL(string: sourceURL) { userInfo["WKJavaScriptExceptionSourceURL"] = url }
        if !stack.isEmpty { userInfo["WKJavaScriptExceptionStack"] = stack }
        self.init(.javaScriptExceptionOccurred, userInfo: userInfo)
    }

    /// An exception of a script as the engine words it: `uri:line:column: text`, `uri:line: text` or `text`.
    ///
    /// - Parameter documentURL: The URL that an evaluated script is said to come from.
    init(engineMessage message: String, documentURL: String?) {
        guard let parts = EngineExceptionText(message, documentURL: documentURL) else {
            self.init(javaScriptMessage: message)
            return
        }
        self.init(
            javaScriptMessage: parts.text, sourceURL: parts.sourceURL, line: parts.line, column: parts.column)
    }
}
