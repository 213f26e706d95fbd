internal import GLib

/// A load that failed for its server's certificate and waits for the delegate's word on it.
struct TrustChallenge {
    let navigation: WKNavigation
    let url: String
    let certificate: Retained
}
