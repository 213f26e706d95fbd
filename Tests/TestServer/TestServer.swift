internal import CSoup
package import Foundation
internal import GLib

/// An HTTP server on the loopback addresses of this machine, for tests and examples.
///
/// It listens on IPv4 and IPv6 alike, so `localhost`, `127.0.0.1` and `[::1]` are three origins of one server; a
/// second server on another port is a fourth. Everything runs on the main actor. The server stops when it is let go.
@MainActor
package final class TestServer {
    package typealias Handler = @MainActor (Request) async -> Response

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - port: The port; 0, the default, takes a free one.
    ///   - isSecure: Whether it speaks TLS, with a certificate that no system trusts.
    ///   - handler: Answers the requests that no route answers; without it they get status 404.
    /// - Throws: ``StartError`` when the port is taken.
    package init(
        port: Int = 0, isSecure: Bool = false, handler: @escaping Handler = { _ in .notFound }
    ) throws(StartError) {
        guard let port = UInt32(exactly: port),
            let object = g_object_new_with_properties(soup_server_get_type(), 0, nil, nil)
        else { throw StartError(port: port, reason: "it is not a port") }
        server = Retained(taking: OpaquePointer(object))
        fallback = handler
        self.isSecure = isSecure

        var error: UnsafeMutablePointer<GError>?
        if isSecure {
            let certificate = g_tls_certificate_new_from_pem(Self.certificateAndKey, -1, &error)
            defer { certificate.map { g_object_unref($0) } }
            soup_server_set_tls_certificate(server.cast(), certificate)
        }
        let options = isSecure ? SOUP_SERVER_LISTEN_HTTPS : SoupServerListenOptions(rawValue: 0)
        guard error == nil, soup_server_listen_local(server.cast(), port, options, &error) != 0 else {
            defer { g_clear_error(&error) }
            throw StartError(
                port: Int(port), reason: error.map { String(cString: $0.pointee.message) } ?? "unknown error")
        }
        self.port = Self.listeningPort(of: server)

        // Unretained: `stop` removes the handler before this object goes.
        let box = Unmanaged.passUnretained(self).toOpaque()
        soup_server_add_handler(server.cast(), nil, serverGotRequest, box, nil)
    }

    isolated deinit {
        stop()
    }

    /// Whether it speaks TLS.
    package let isSecure: Bool

    /// The port that the server listens on.
    package private(set) var port: Int

    /// The requests so far, oldest first.
    package private(set) var requests: [Request] = []

    /// The origin of the server under one of the names of this machine, without a slash at the end.
    package func origin(host: String = "localhost") -> String {
        "\(isSecure ? "https" : "http")://\(host):\(port)"
    }

    /// The address of a path that begins with a slash.
    package func url(_ path: String = "/", host: String = "localhost") -> URL {
        guard let url = URL(string: origin(host: host) + path) else { preconditionFailure("Not a path: \(path)") }
        return url
    }

    /// Answers the requests for one path, whatever their method and query.
    package func route(_ path: String, _ handler: @escaping Handler) {
        routes[path] = handler
    }

    /// Answers the requests for one path with the same response each time.
    package func route(_ path: String, _ response: Response) {
        routes[path] = { _ in response }
    }

    /// Closes all connections and frees the port; requests that are being answered are cancelled.
    package func stop() {
        soup_server_remove_handler(server.cast(), nil)
        soup_server_disconnect(server.cast())
        exchanges.values.forEach { $0.cancel() }
        exchanges = [:]
    }

    // MARK: Answering

    fileprivate func receive(_ message: OpaquePointer) {
        let request = Request(message)
        requests.append(request)
        let exchange = Exchange(message)
        let identifier = ObjectIdentifier(exchange)
        exchanges[identifier] = exchange
        exchange.begin(answeringWith: { [handler = routes[request.path] ?? fallback] in await handler(request) }) {
            [weak self] in self?.exchanges[identifier] = nil
        }
    }

    // MARK: Private

    private let server: Retained
    private let fallback: Handler
    private var routes: [String: Handler] = [:]
    private var exchanges: [ObjectIdentifier: Exchange] = [:]

    private static func listeningPort(of server: Retained) -> Int {
        // The list and the URIs in it are ours to free.
        let uris = soup_server_get_uris(server.cast())
        defer { g_slist_free_full(uris) { $0.map { g_uri_unref(OpaquePointer($0)) } } }
        return uris.map { Int(g_uri_get_port(OpaquePointer($0.pointee.data))) } ?? 0
    }
}

private let serverGotRequest: SoupServerCallback = { _, message, _, _, server in
    guard let message, let server else { return }
    // The server was made on the main thread, whose loop calls it.
    nonisolated(unsafe) let call = (message, UnsafeRawPointer(server))
    MainActor.assumeIsolated {
        Unmanaged<TestServer>.fromOpaque(call.1).takeUnretainedValue().receive(call.0)
    }
}
