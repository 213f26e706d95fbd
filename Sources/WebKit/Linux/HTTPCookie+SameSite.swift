// Foundation on Linux knows no SameSite: `HTTPCookie` has no such property and drops the one that it is made with.

/// What a cookie's SameSite attribute asks for; `none` is nil, as on Apple platforms.
///
/// Source: `NSHTTPCookie.h`.
public struct HTTPCookieStringPolicy: RawRepresentable, Hashable, Sendable {
    /// The word, in lower case.
    public let rawValue: String

    /// Makes a policy from its word.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Sent with requests of the same site, and when another site's link leads to it.
    public static let sameSiteLax = HTTPCookieStringPolicy(rawValue: "lax")

    /// Sent with requests of the same site only.
    public static let sameSiteStrict = HTTPCookieStringPolicy(rawValue: "strict")
}

extension HTTPCookiePropertyKey {
    /// Not on Linux: `HTTPCookie(properties:)` would drop it without a word.
    @available(*, unavailable, message: "Foundation on Linux drops this property: use withSameSitePolicy(_:)")
    public static var sameSitePolicy: HTTPCookiePropertyKey { HTTPCookiePropertyKey(rawValue: "SameSite") }
}

extension HTTPCookie {
    /// The SameSite attribute of a cookie of a ``WKHTTPCookieStore``, or as ``withSameSitePolicy(_:)`` gave it; nil for none.
    public var sameSitePolicy: HTTPCookieStringPolicy? { (self as? SameSiteCookie)?.policy }

    /// Returns the same cookie with another SameSite attribute, for `WKHTTPCookieStore.setCookie`.
    ///
    /// - Parameter policy: ``HTTPCookieStringPolicy/sameSiteLax``, ``HTTPCookieStringPolicy/sameSiteStrict`` or nil.
    public func withSameSitePolicy(_ policy: HTTPCookieStringPolicy?) -> HTTPCookie {
        var properties = properties ?? [:]
        // Foundation gives these back in a form that it does not read, or not at all.
        if isSecure { properties[.secure] = "TRUE" }
        if isHTTPOnly { properties[HTTPCookiePropertyKey(rawValue: "HttpOnly")] = "TRUE" }
        if isSessionOnly { properties[.discard] = "TRUE" }
        return SameSiteCookie(properties, policy: policy) ?? self
    }
}
