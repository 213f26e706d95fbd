/// The protection space of a server whose certificate is not trusted, with the certificate.
final class ServerTrustSpace: URLProtectionSpace, @unchecked Sendable {
    // Sound: constant after the initialiser, like all of its superclass.
    let certificateData: Data

    init(url: URL?, certificateData: Data) {
        self.certificateData = certificateData
        super.init(
            host: url?.host ?? "", port: url?.port ?? 443, protocol: NSURLProtectionSpaceHTTPS, realm: nil,
            // The value of the constant, which Foundation on Linux marks as unavailable.
            authenticationMethod: "NSURLAuthenticationMethodServerTrust")
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }
}
