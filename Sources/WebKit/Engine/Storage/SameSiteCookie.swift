/// A cookie with the attribute that Foundation's has no room for on Linux.
final class SameSiteCookie: HTTPCookie, @unchecked Sendable {
    // Sound: this constant is all that it adds to Foundation's cookie, which does not change either.
    let policy: HTTPCookieStringPolicy?

    init?(_ properties: [HTTPCookiePropertyKey: Any], policy: HTTPCookieStringPolicy?) {
        self.policy = policy
        super.init(properties: properties)
    }
}
