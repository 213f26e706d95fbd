internal import Foundation

extension URL {
    /// The scheme, host and port as an address has them; ``WebOrigin`` reads it.
    var originText: String {
        "\(scheme ?? "")://\(host(percentEncoded: true) ?? "")" + (port.map { ":\($0)" } ?? "")
    }
}
