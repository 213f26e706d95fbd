internal import CWebKitGTK

extension HTTPCookie {
    /// Reads a `SoupCookie *`; nil when Foundation refuses one of its parts.
    ///
    /// A domain with a leading dot is one for all hosts under it, in both libraries.
    static func make(engineCookie cookie: OpaquePointer) -> HTTPCookie? {
        func text(_ part: UnsafePointer<CChar>?) -> String { part.map { String(cString: $0) } ?? "" }
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: text(soup_cookie_get_name(cookie)),
            .value: text(soup_cookie_get_value(cookie)),
            .domain: text(soup_cookie_get_domain(cookie)),
            .path: text(soup_cookie_get_path(cookie)),
        ]
        if let expires = soup_cookie_get_expires(cookie) {
            properties[.expires] = Date(timeIntervalSince1970: TimeInterval(g_date_time_to_unix(expires)))
        } else {
            properties[.discard] = "TRUE"
        }
        if soup_cookie_get_secure(cookie) != 0 { properties[.secure] = "TRUE" }
        if soup_cookie_get_http_only(cookie) != 0 { properties[HTTPCookiePropertyKey(rawValue: "HttpOnly")] = "TRUE" }
        let policy: HTTPCookieStringPolicy? =
            switch soup_cookie_get_same_site_policy(cookie) {
            case SOUP_SAME_SITE_POLICY_LAX: .sameSiteLax
            case SOUP_SAME_SITE_POLICY_STRICT: .sameSiteStrict
            default: nil
            }
        return policy == nil ? HTTPCookie(properties: properties) : SameSiteCookie(properties, policy: policy)
    }

    /// Lends a `SoupCookie *` of the same content to a C call.
    func withEngineCookie<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        guard let cookie = soup_cookie_new(name, value, domain, path, -1) else {
            preconditionFailure("soup_cookie_new gives a cookie for any text")
        }
        defer { soup_cookie_free(cookie) }
        if let expiry, let date = g_date_time_new_from_unix_utc(Self.engineSeconds(of: expiry)) {
            soup_cookie_set_expires(cookie, date)
            g_date_time_unref(date)
        }
        soup_cookie_set_secure(cookie, isSecure ? 1 : 0)
        soup_cookie_set_http_only(cookie, isHTTPOnly ? 1 : 0)
        switch sameSitePolicy {
        case .sameSiteLax: soup_cookie_set_same_site_policy(cookie, SOUP_SAME_SITE_POLICY_LAX)
        case .sameSiteStrict: soup_cookie_set_same_site_policy(cookie, SOUP_SAME_SITE_POLICY_STRICT)
        default: soup_cookie_set_same_site_policy(cookie, SOUP_SAME_SITE_POLICY_NONE)
        }
        return body(cookie)
    }

    /// When the cookie ends; nil with the session.
    var expiry: Date? {
        if isSessionOnly { return nil }
        // Foundation on Linux leaves the age of a `Set-Cookie` field unread. It goes before a date, as in RFC 6265.
        guard let text = properties?[.maximumAge] as? String, let age = TimeInterval(text), age.isFinite else {
            return expiresDate
        }
        let created = (properties?[HTTPCookiePropertyKey(rawValue: "Created")] as? NSNumber)?.doubleValue
        return (created.map { Date(timeIntervalSinceReferenceDate: $0) } ?? Date()) + age
    }

    /// Whether two cookies are the same one to a store, whatever they hold.
    func isSameCookie(as other: HTTPCookie) -> Bool {
        name == other.name && domain == other.domain && path == other.path
    }

    /// Why the engine would not keep the cookie; nil when it would.
    var refusal: String? {
        for (part, text) in [("name", name), ("value", value), ("domain", domain), ("path", path)] {
            // They would end the text, or begin another cookie or header field.
            let isBad: (Unicode.Scalar) -> Bool = { $0.value < 32 || $0.value == 127 || $0 == ";" }
            if text.unicodeScalars.contains(where: isBad) { return "its \(part) has a character that ends it" }
        }
        if name.contains("=") { return "its name has a character that no name may have" }
        if domain.isEmpty || domain == "." { return "it has no domain" }
        if !path.hasPrefix("/") { return "its path does not begin with a slash" }
        // What ends in the past removes the cookie that is there.
        if let expiry, expiry <= Date() { return nil }
        // The engine drops others without a word. This asks its own library, which has a list of public domains.
        let jar = soup_cookie_jar_new()
        defer { g_object_unref(jar.map { UnsafeMutableRawPointer($0) }) }
        withEngineCookie { soup_cookie_jar_add_cookie(jar, soup_cookie_copy($0)) }
        let kept = soup_cookie_jar_all_cookies(jar)
        defer { g_slist_free_full(kept) { $0.map { soup_cookie_free(OpaquePointer($0)) } } }
        return kept == nil ? "the engine drops it, as it does when a domain is public like com" : nil
    }

    /// Whole seconds since 1970, in the years that GLib knows.
    private static func engineSeconds(of date: Date) -> gint64 {
        let seconds = date.timeIntervalSince1970
        // The last second of the year 9999.
        return seconds.isNaN ? 1 : gint64(min(max(seconds, 1), 253_402_300_799))
    }
}
