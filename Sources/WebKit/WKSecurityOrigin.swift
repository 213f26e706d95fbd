/// The scheme, host and port that a document speaks for.
///
/// An opaque origin (a sandboxed frame, a `data:` document) has an empty ``protocol`` and ``host``.
///
/// Source: `WKSecurityOrigin.h`.
@MainActor
open class WKSecurityOrigin: NSObject {
    /// The scheme without its colon; empty for an opaque origin.
    public let `protocol`: String

    /// The host, which may be empty.
    public let host: String

    /// The port, or 0 for the scheme's default port.
    public let port: Int

    init(_ origin: Origin?) {
        self.protocol = origin?.scheme ?? ""
        self.host = origin?.host ?? ""
        self.port = origin?.port ?? 0
    }
}
