/// The credential that says: trust this certificate.
final class ServerTrustCredential: URLCredential, @unchecked Sendable {
    // Sound: constant after the initialiser, like all of its superclass.
    let certificateData: Data

    init(certificateData: Data) {
        self.certificateData = certificateData
        super.init(user: "", password: "", persistence: .forSession)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }
}
