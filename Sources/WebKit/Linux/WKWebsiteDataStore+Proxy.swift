internal import CWebKitGTK
internal import GLib

extension WKWebsiteDataStore {
    /// Has the requests of this store's views go to a proxy from now on, but for those to some hosts.
    ///
    /// Apple's `proxyConfigurations` needs the Network framework, which Linux does not have.
    ///
    /// - Parameters:
    ///   - proxy: The proxy's address: `http:` with a host and a port.
    ///   - hosts: The hosts that are asked without it.
    package func useProxy(_ proxy: URL, except hosts: [String] = ["localhost", "127.0.0.1", "::1"]) {
        let names = hosts.map { strdup($0) }
        defer { names.forEach { free($0) } }
        let list = names.map { UnsafePointer($0) } + [nil]
        let settings = webkit_network_proxy_settings_new(proxy.absoluteString, list)
        defer { webkit_network_proxy_settings_free(settings) }
        webkit_network_session_set_proxy_settings(
            session.session.pointer, WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings)
    }
}
