/// Who asks, as far as the engine's own header fields tell: no script of a page can set them.
enum RouteAsker: Sendable, Hashable {
    case known(WebOrigin)
    /// A page of this origin, or a sandboxed frame with an address of it: the engine gives requests that nobody may read, frames
    /// and navigations the page before alone, which says nothing of a sandbox.
    case unproven(WebOrigin)
    /// An origin that is on no list: `null`, or one that cannot be read.
    case opaque
    /// Neither `Origin` nor `Referer`: images, scripts, frames and navigations of some documents, and loads of the app itself.
    case nobody

    /// Reads who asks.
    ///
    /// - Parameter host: The host that is asked, as the engine has it.
    init(_ headers: RouteHeaders, host: String = RouteAddress.host) {
        if let text = headers["Origin"] {
            self = WebOrigin(text).map(Self.known) ?? .opaque
        } else if let text = headers["Referer"] {
            let origin = Self.origin(of: text)
            let isOwn = origin != nil && origin == Self.own(host) && headers.has(.own)
            self = origin.map(isOwn ? Self.known : Self.unproven) ?? .opaque
        } else if headers.has(.own) {
            self = Self.own(host).map(Self.known) ?? .opaque
        } else {
            self = .nobody
        }
    }

    /// The origin that asks; nil where none is told.
    var origin: WebOrigin? {
        if case .known(let origin) = self { origin } else { nil }
    }

    /// The origin of pages that routes answer with, at a host.
    ///
    /// Engines tell it in no request to the same host. A field of the page's own making is in no request that has no leave of its
    /// target, and one that needs leave from another origin has that in `Origin`: where it stands without, the asker is of the host's
    /// own origin. Source: Fetch Standard, "request-no-cors" guard of headers.
    private static func own(_ host: String) -> WebOrigin? { WebOrigin("\(RouteAddress.scheme)://\(host)") }

    private static func origin(of referrer: String) -> WebOrigin? {
        // A worker whose text is a Blob has the address of that, which names the origin that made it.
        let referrer = referrer.hasPrefix("blob:") ? referrer.dropFirst(5) : referrer[...]
        guard let mark = referrer.range(of: "://") else { return nil }
        let end = referrer[mark.upperBound...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? referrer.endIndex
        return WebOrigin(String(referrer[..<end]))
    }
}

extension RouteAsker: CustomStringConvertible {
    var description: String {
        switch self {
        case .known(let origin), .unproven(let origin): origin.description
        case .opaque: "null"
        case .nobody: "nobody"
        }
    }
}
