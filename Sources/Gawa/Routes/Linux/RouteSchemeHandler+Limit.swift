// Our engine reads bodies before it asks a handler, which can say how much it wants.
internal import GawaWebKit

extension RouteSchemeHandler: SchemeBodyLimiting {
    var maximumBodyByteCount: Int { routes.limits.bodyByteCount }
}
