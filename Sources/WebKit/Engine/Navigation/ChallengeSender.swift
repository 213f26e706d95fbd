/// The way to answer a challenge through the challenge itself, as older source does.
final class ChallengeSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    // Sound: constant after the initialiser, and the closure goes to the main actor.
    private let answer: @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

    init(_ answer: @escaping @MainActor @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
        self.answer = answer
    }

    private func give(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential? = nil) {
        let sent = SentCredential(credential: credential)
        Task { @MainActor in self.answer(disposition, sent.credential) }
    }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        give(.useCredential, credential)
    }

    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { give(.useCredential) }
    func cancel(_ challenge: URLAuthenticationChallenge) { give(.cancelAuthenticationChallenge) }
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) { give(.performDefaultHandling) }
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) { give(.rejectProtectionSpace) }
}

private struct SentCredential: @unchecked Sendable {
    // Sound: a credential never changes after its initialiser.
    let credential: URLCredential?
}
