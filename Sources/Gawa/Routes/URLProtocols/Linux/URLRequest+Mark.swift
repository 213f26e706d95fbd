// On Linux a request loses its properties (`URLProtocol.setProperty`) when it becomes a `URLRequest`, so the host tells.
internal import GawaWebKit

extension URLRequest {
    /// The request, known as one of a page.
    var marked: URLRequest { self }

    /// Whether it is a page's. Requests of the app for the host come by here only in sessions without the loader's own classes.
    var isMarked: Bool { url?.host?.lowercased() == RouteAddress.host }
}
