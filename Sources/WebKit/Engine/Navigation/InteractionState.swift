internal import CWebKitGTK

/// The form in which the engine's session state is handed out: with a check sum, since the engine trusts what it reads.
enum InteractionState {
    private static let head = Data("WebKit interaction state 1\n".utf8)

    static func sealed(_ data: Data) -> Data {
        head + checkSum(of: data) + data
    }

    /// The engine's bytes; nil when they are not as they were handed out.
    static func opened(_ state: Data) -> Data? {
        guard state.starts(with: head) else { return nil }
        let rest = state.dropFirst(head.count)
        // 64 hexadecimal digits.
        let data = Data(rest.dropFirst(64))
        return Data(rest.prefix(64)) == checkSum(of: data) ? data : nil
    }

    private static func checkSum(of data: Data) -> Data {
        let text = data.withUnsafeBytes { bytes in
            g_compute_checksum_for_data(
                G_CHECKSUM_SHA256, bytes.bindMemory(to: guchar.self).baseAddress, gsize(bytes.count))
        }
        defer { g_free(text) }
        return Data((text.map { String(cString: $0) } ?? "").utf8)
    }
}
