import GawaWebKit

extension BridgeError {
    /// What an error of the engine's own calls means.
    init(engineError: any Error) {
        if let reason = PageGone(engineError: engineError) {
            self = .pageGone(reason)
            return
        }
        guard let error = engineError as? WKError else {
            self = .badResult(path: "result", expected: "a value", found: "\(engineError)")
            return
        }
        switch error.code {
        case .javaScriptExceptionOccurred: self = .javaScript(JavaScriptError(error))
        default:
            self = .badResult(
                path: "result", expected: "a value that can leave the page", found: error.localizedDescription)
        }
    }
}

extension BridgeError.PageGone {
    /// What an error of the engine's says of the document; nil when it says nothing of it.
    init?(engineError: any Error) {
        switch (engineError as? WKError)?.code {
        case .webContentProcessTerminated: self = .processTerminated
        case .webViewInvalidated: self = .closed
        case .javaScriptInvalidFrameTarget: self = .navigated
        default: return nil
        }
    }
}

extension JavaScriptError {
    /// Reads what Apple's user-info keys say of an exception.
    init(_ error: WKError) {
        let info = error.errorUserInfo
        let message = info["WKJavaScriptExceptionMessage"] as? String ?? error.localizedDescription
        let positive = { (key: String) in (info[key] as? Int).flatMap { $0 > 0 ? $0 : nil } }
        // The engine writes an error as its name and message.
        let parts = message.split(separator: ": ", maxSplits: 1)
        let isNamed = parts.count == 2 && parts[0].hasSuffix("Error") && parts[0].allSatisfy(\.isLetter)
        self.init(
            name: isNamed ? String(parts[0]) : "", message: isNamed ? String(parts[1]) : message, code: nil,
            line: positive("WKJavaScriptExceptionLineNumber"), column: positive("WKJavaScriptExceptionColumnNumber"),
            source: (info["WKJavaScriptExceptionSourceURL"] as? URL)?.absoluteString, stack: nil)
    }
}
