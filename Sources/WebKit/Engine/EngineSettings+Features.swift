internal import CWebKitGTK

extension EngineSettings {
    /// Keeps links of a page from having hosts looked up and connected to in advance.
    ///
    /// Such a hint passes by the module, so the host `native` would be looked for on the network. A page loses only the time
    /// that a hint saves.
    func disableLinkHints() {
        let hints: Set<String> = ["LinkPreconnect", "LinkPreconnectEarlyHints", "LinkDNSPrefetch"]
        guard let features = webkit_settings_get_all_features() else { return }
        defer { webkit_feature_list_unref(features) }
        for index in 0..<webkit_feature_list_get_length(features) {
            guard let feature = webkit_feature_list_get(features, index),
                let name = webkit_feature_get_identifier(feature), hints.contains(String(cString: name))
            else { continue }
            webkit_settings_set_feature_enabled(settings.pointer, feature, 0)
        }
    }
}
