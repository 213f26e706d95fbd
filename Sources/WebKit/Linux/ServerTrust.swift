// Foundation on Linux has no `SecTrust`: these stand for `URLProtectionSpace.serverTrust` and `URLCredential(trust:)`.

extension URLProtectionSpace {
    /// The server's certificate in DER form, in a challenge that asks whether to trust it; else nil.
    public var serverCertificate: Data? { (self as? ServerTrustSpace)?.certificateData }
}

extension URLCredential {
    /// Makes the credential that trusts a server's certificate, for the host of the challenge and the data store.
    ///
    /// Compare the certificate with the one that you expect before you answer with it.
    ///
    /// - Parameter certificate: The challenge's ``Foundation/URLProtectionSpace/serverCertificate``; another is refused.
    public static func trusting(serverCertificate certificate: Data) -> URLCredential {
        ServerTrustCredential(certificateData: certificate)
    }
}
