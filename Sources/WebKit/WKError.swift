/// An error of the web view, in the domain ``WKErrorDomain``.
///
/// For a JavaScript exception `userInfo` holds, as on Apple's platforms, `WKJavaScriptExceptionMessage` (String),
/// `WKJavaScriptExceptionLineNumber` and `WKJavaScriptExceptionColumnNumber` (`NSNumber`, 1-based, 0 when unknown) and,
/// when known, `WKJavaScriptExceptionSourceURL` (URL). On Linux also `WKJavaScriptExceptionStack` (String), when the
/// engine tells the stack.
///
/// Source: `WKError.h`.
public struct WKError: CustomNSError, Hashable, Error {
    // The name shows in the printed form, which is Apple's.
    private let _nsError: NSError

    /// Makes an error.
    public init(_ code: WKError.Code, userInfo: [String: Any] = [:]) {
        var userInfo = userInfo
        if userInfo[NSLocalizedDescriptionKey] == nil { userInfo[NSLocalizedDescriptionKey] = code.text }
        _nsError = NSError(domain: WKErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// The code.
    public var code: WKError.Code { Code(rawValue: _nsError.code) ?? .unknown }

    /// The code as a number.
    public var errorCode: Int { _nsError.code }

    /// Details; see the type's description for the keys of JavaScript exceptions.
    public var userInfo: [String: Any] { _nsError.userInfo }

    /// The same as ``userInfo``.
    public var errorUserInfo: [String: Any] { _nsError.userInfo }

    /// A fixed text for each code.
    public var localizedDescription: String { _nsError.localizedDescription }

    /// The same as ``WKErrorDomain``.
    public static var errorDomain: String { WKErrorDomain }
}

extension WKError.Code {
    /// Whether an error has a code, so that `catch WKError.unknown` works.
    public static func ~= (code: WKError.Code, error: any Error) -> Bool {
        (error as? WKError)?.code == code
    }
}

/// The domain of ``WKError``.
public let WKErrorDomain: String = "WKErrorDomain"
