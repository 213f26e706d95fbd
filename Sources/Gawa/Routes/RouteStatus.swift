/// A status of HTTP.
///
/// Source: RFC 9110, 15.
public struct RouteStatus: Sendable, Hashable, RawRepresentable, ExpressibleByIntegerLiteral {
    /// The number, 200...599: interim answers cannot be given to a page.
    public let rawValue: Int

    /// Makes a status.
    ///
    /// - Returns: nil for a number outside 200...599.
    public init?(rawValue: Int) {
        guard (200...599).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Makes a status of a literal; one outside 200...599 is a programmer error.
    public init(integerLiteral value: Int) {
        precondition((200...599).contains(value), "\(value) is no status of an answer: use 200...599")
        rawValue = value
    }

    public static let ok: Self = 200
    public static let created: Self = 201
    public static let noContent: Self = 204
    public static let partialContent: Self = 206
    public static let movedPermanently: Self = 301
    public static let found: Self = 302
    public static let seeOther: Self = 303
    public static let notModified: Self = 304
    public static let temporaryRedirect: Self = 307
    public static let permanentRedirect: Self = 308
    public static let badRequest: Self = 400
    public static let forbidden: Self = 403
    public static let notFound: Self = 404
    public static let methodNotAllowed: Self = 405
    public static let requestTimeout: Self = 408
    public static let conflict: Self = 409
    public static let preconditionFailed: Self = 412
    public static let contentTooLarge: Self = 413
    public static let unsupportedMediaType: Self = 415
    public static let rangeNotSatisfiable: Self = 416
    public static let unprocessableContent: Self = 422
    public static let tooManyRequests: Self = 429
    public static let internalServerError: Self = 500
    public static let notImplemented: Self = 501
    public static let serviceUnavailable: Self = 503
    public static let gatewayTimeout: Self = 504

    /// Whether an answer of this status has no body by its nature.
    var hasNoBody: Bool { rawValue == 204 || rawValue == 205 || rawValue == 304 }

    /// Whether an answer of this status sends the page elsewhere, with a `Location`.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(rawValue) }
}
