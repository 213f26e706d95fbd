/// What an asker may have, before it is known what it asks for.
enum RouteAccess: Sendable, Hashable {
    /// Every route, and to read the answer.
    case full(WebOrigin)
    /// Routes that any document may embed.
    case embedding
    case refused

    init(_ asker: RouteAsker, policy: BridgePolicy) {
        switch asker {
        case .known(let origin):
            self = Self.isAllowed(origin, policy) ? .full(origin) : .refused
        case .unproven(let origin): self = Self.isAllowed(origin, policy) ? .embedding : .refused
        case .opaque: self = .refused
        case .nobody: self = .embedding
        }
    }

    static func isAllowed(_ origin: WebOrigin, _ policy: BridgePolicy) -> Bool {
        policy.origins.contains(origin) || own.contains(origin)
    }

    /// The origins of pages that routes answer with.
    ///
    /// Not `http://native` and `https://native`: where the engine does not map them, another machine of that name can be reached
    /// as they are.
    private static let own = Set(
        ["native://native", "native://http.native", "native://https.native"].compactMap { WebOrigin($0) })
}
