import Testing
import WebKit

/// All that a cookie says and both libraries know.
struct CookieFacts: Hashable {
    var name: String
    var value: String
    var domain: String
    var path: String
    var expires: Date?
    var isSecure = false
    var isHTTPOnly = false
    var sameSite: HTTPCookieStringPolicy?
}

extension CookieFacts {
    init(_ cookie: HTTPCookie) {
        self.init(
            name: cookie.name, value: cookie.value, domain: cookie.domain, path: cookie.path,
            expires: cookie.expiresDate, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly,
            sameSite: cookie.sameSitePolicy)
    }
}

extension HTTPCookie {
    /// The same cookie with another name, its SameSite attribute included.
    func renamed(_ name: String) throws -> HTTPCookie {
        var properties = try #require(properties)
        properties[.name] = name
        if isSecure { properties[.secure] = "TRUE" }
        if isHTTPOnly { properties[HTTPCookiePropertyKey(rawValue: "HttpOnly")] = "TRUE" }
        return try #require(HTTPCookie(properties: properties)).withSameSitePolicy(sameSitePolicy)
    }
}

/// Makes a cookie.
func cookie(
    _ name: String, _ value: String = "v", domain: String = "localhost", path: String = "/", expires: Date? = nil,
    isHTTPOnly: Bool = false
) throws -> HTTPCookie {
    var properties: [HTTPCookiePropertyKey: Any] = [.name: name, .value: value, .domain: domain, .path: path]
    if let expires { properties[.expires] = expires }
    if isHTTPOnly { properties[HTTPCookiePropertyKey(rawValue: "HttpOnly")] = "TRUE" }
    return try #require(HTTPCookie(properties: properties))
}
