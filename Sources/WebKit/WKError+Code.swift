extension WKError {
    /// The codes of the domain, as `WKError.h` numbers them.
    public enum Code: Int, Sendable {
        case unknown = 1
        case webContentProcessTerminated = 2
        case webViewInvalidated = 3
        case javaScriptExceptionOccurred = 4
        case javaScriptResultTypeIsUnsupported = 5
        case contentRuleListStoreCompileFailed = 6
        case contentRuleListStoreLookUpFailed = 7
        case contentRuleListStoreRemoveFailed = 8
        case contentRuleListStoreVersionMismatch = 9
        case attributedStringContentFailedToLoad = 10
        case attributedStringContentLoadTimedOut = 11
        case javaScriptInvalidFrameTarget = 12
        case navigationAppBoundDomain = 13
        case javaScriptAppBoundDomain = 14
        case duplicateCredential = 15
        case malformedCredential = 16
        case credentialNotFound = 17

        /// The localized description of errors with the code.
        var text: String {
            switch self {
            case .unknown: "An unknown error occurred"
            case .webContentProcessTerminated: "The Web Content process was terminated"
            case .webViewInvalidated: "The WKWebView was invalidated"
            case .javaScriptExceptionOccurred: "A JavaScript exception occurred"
            case .javaScriptResultTypeIsUnsupported: "JavaScript execution returned a result of an unsupported type"
            case .contentRuleListStoreCompileFailed: "Compiling a content rule list failed"
            case .contentRuleListStoreLookUpFailed: "Looking up a content rule list failed"
            case .contentRuleListStoreRemoveFailed: "Removing a content rule list failed"
            case .contentRuleListStoreVersionMismatch: "A content rule list has another version"
            case .attributedStringContentFailedToLoad: "The content of an attributed string failed to load"
            case .attributedStringContentLoadTimedOut: "The content of an attributed string took too long to load"
            case .javaScriptInvalidFrameTarget: "JavaScript execution targeted an invalid frame"
            case .navigationAppBoundDomain: "A navigation left the app-bound domains"
            case .javaScriptAppBoundDomain: "JavaScript execution targeted a frame outside the app-bound domains"
            case .duplicateCredential: "The credential exists already"
            case .malformedCredential: "The credential is malformed"
            case .credentialNotFound: "The credential was not found"
            }
        }
    }

    /// The code ``Code/unknown``.
    public static var unknown: WKError.Code { .unknown }
    /// The code ``Code/webContentProcessTerminated``.
    public static var webContentProcessTerminated: WKError.Code { .webContentProcessTerminated }
    /// The code ``Code/webViewInvalidated``.
    public static var webViewInvalidated: WKError.Code { .webViewInvalidated }
    /// The code ``Code/javaScriptExceptionOccurred``.
    public static var javaScriptExceptionOccurred: WKError.Code { .javaScriptExceptionOccurred }
    /// The code ``Code/javaScriptResultTypeIsUnsupported``.
    public static var javaScriptResultTypeIsUnsupported: WKError.Code { .javaScriptResultTypeIsUnsupported }
    /// The code ``Code/contentRuleListStoreCompileFailed``.
    public static var contentRuleListStoreCompileFailed: WKError.Code { .contentRuleListStoreCompileFailed }
    /// The code ``Code/contentRuleListStoreLookUpFailed``.
    public static var contentRuleListStoreLookUpFailed: WKError.Code { .contentRuleListStoreLookUpFailed }
    /// The code ``Code/contentRuleListStoreRemoveFailed``.
    public static var contentRuleListStoreRemoveFailed: WKError.Code { .contentRuleListStoreRemoveFailed }
    /// The code ``Code/contentRuleListStoreVersionMismatch``.
    public static var contentRuleListStoreVersionMismatch: WKError.Code { .contentRuleListStoreVersionMismatch }
    /// The code ``Code/attributedStringContentFailedToLoad``.
    public static var attributedStringContentFailedToLoad: WKError.Code { .attributedStringContentFailedToLoad }
    /// The code ``Code/attributedStringContentLoadTimedOut``.
    public static var attributedStringContentLoadTimedOut: WKError.Code { .attributedStringContentLoadTimedOut }
    /// The code ``Code/javaScriptInvalidFrameTarget``.
    public static var javaScriptInvalidFrameTarget: WKError.Code { .javaScriptInvalidFrameTarget }
    /// The code ``Code/navigationAppBoundDomain``.
    public static var navigationAppBoundDomain: WKError.Code { .navigationAppBoundDomain }
    /// The code ``Code/javaScriptAppBoundDomain``.
    public static var javaScriptAppBoundDomain: WKError.Code { .javaScriptAppBoundDomain }
    /// The code ``Code/duplicateCredential``.
    public static var duplicateCredential: WKError.Code { .duplicateCredential }
    /// The code ``Code/malformedCredential``.
    public static var malformedCredential: WKError.Code { .malformedCredential }
    /// The code ``Code/credentialNotFound``.
    public static var credentialNotFound: WKError.Code { .credentialNotFound }
}
