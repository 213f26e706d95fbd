package import CGLib

/// A `GError` as a Swift value.
package struct GLibError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the error quark, for example `g-io-error-quark`.
    package let domain: String
    package let code: Int
    package let message: String

    package init(domain: String, code: Int, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    /// Copies an error that the C side keeps.
    package init(copying error: UnsafePointer<GError>) {
        domain = g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? ""
        code = Int(error.pointee.code)
        message = error.pointee.message.map { String(cString: $0) } ?? ""
    }

    package var description: String { "\(domain) \(code): \(message)" }
}

/// Runs a C call whose last argument is a `GError **`.
package func withGError<Result>(
    _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result
) throws(GLibError) -> Result {
    var error: UnsafeMutablePointer<GError>?
    let result = call(&error)
    if let error {
        defer { g_error_free(error) }
        throw GLibError(copying: error)
    }
    return result
}
