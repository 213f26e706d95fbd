internal import Foundation

/// What the app's own pages may load and run, with a nonce that is new in each answer.
///
/// ```swift
/// options.contentSecurityPolicy = "default-src 'self'; script-src 'nonce-__CSP_NONCE__' 'strict-dynamic'"
/// ```
///
/// The placeholder `__CSP_NONCE__` is replaced in the policy and in the page: `<script nonce="__CSP_NONCE__">`.
/// Bundlers put it there: Vite with `html: { cspNonce: "__CSP_NONCE__" }`, Angular with `ngCspNonce="__CSP_NONCE__"`.
///
/// Source: Content Security Policy Level 3.
public struct ContentSecurityPolicy: Sendable, Hashable, ExpressibleByStringLiteral {
    /// What stands for the nonce in a policy and in pages.
    public static let noncePlaceholder = "__CSP_NONCE__"

    /// The value of the header field, with the placeholder, in one line.
    public let value: String

    /// The app's own scripts, styles, images, fonts and media, native routes, and inline scripts that carry the nonce.
    ///
    /// WebAssembly and inline styles are allowed, `eval`, plug-ins, foreign bases and foreign embedders are not. Images and media
    /// may be blobs, by which media play on Linux.
    public static let standard: Self = """
        default-src 'self'; script-src 'self' 'nonce-__CSP_NONCE__' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline';
        img-src 'self' data: blob:; font-src 'self' data:; media-src 'self' data: blob:; worker-src 'self' blob:;
        connect-src 'self' native: http://native https://native; object-src 'none'; base-uri 'self'; form-action 'self';
        frame-ancestors 'self'
        """

    /// Makes a policy; it may be written in several lines.
    ///
    /// A character that no header field can hold is a programmer error.
    public init(_ value: String) {
        self.value = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        precondition(
            RouteHeaders.isAllowed("Content-Security-Policy", self.value),
            "A content security policy has a control character in it: write it as plain text")
    }

    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Whether each answer differs.
    var usesNonce: Bool { value.contains(Self.noncePlaceholder) }

    /// The value with a nonce.
    func value(nonce: String) -> String { value.replacing(Self.noncePlaceholder, with: nonce) }

    /// A page with the nonce at the placeholder's places.
    static func page(_ page: Data, nonce: String) -> Data {
        let placeholder = Data(noncePlaceholder.utf8)
        var result = Data()
        var start = page.startIndex
        while let place = page.range(of: placeholder, in: start..<page.endIndex) {
            result += page[start..<place.lowerBound]
            result += Data(nonce.utf8)
            start = place.upperBound
        }
        return result + page[start...]
    }

    /// 128 bits that nobody can guess, in Base64.
    static func makeNonce() -> String {
        var generator = SystemRandomNumberGenerator()
        return withUnsafeBytes(of: (generator.next() as UInt64, generator.next() as UInt64)) {
            Data($0).base64EncodedString()
        }
    }
}
