import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Servers that ask who is there, and servers that nobody vouches for.
@MainActor
@Suite(.serialized)
struct AuthenticationTests {
    private let page = TestPage()

    // MARK: Credentials

    private func passwordServer() throws -> TestServer {
        try TestServer { request in
            // "user:secret"
            guard request[header: "Authorization"] == "Basic dXNlcjpzZWNyZXQ=" else {
                return .html("<title>refused</title>", status: 401)
                    .header("WWW-Authenticate", "Basic realm=\"The realm\"")
            }
            return .html("<title>inside</title>")
        }
    }

    private func title() async throws -> String? { try await page.evaluate("document.title") as? String }

    @Test func `a server that asks for a password gets the delegate's`() async throws {
        let server = try passwordServer()
        page.navigation.answerChallenge = { _ in
            (.useCredential, URLCredential(user: "user", password: "secret", persistence: .forSession))
        }
        try await page.load(server.url("/"))
        #expect(try await title() == "inside")
        #expect(page.navigation.events.map(\.name) == ["started", "committed", "finished"])
        #expect(page.navigation.challenges.count == 1)
        let challenge = try #require(page.navigation.challenges.first)
        #expect(challenge.protectionSpace.host == "localhost")
        #expect(challenge.protectionSpace.port == server.port)
        #expect(challenge.protectionSpace.realm == "The realm")
        #expect(challenge.protectionSpace.protocol == NSURLProtectionSpaceHTTP)
        #expect(challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodHTTPBasic)
        #expect(challenge.previousFailureCount == 0)
        #expect(challenge.protectionSpace.serverCertificate == nil)
    }

    @Test func `a wrong password is asked for again, with the count of failures`() async throws {
        let server = try passwordServer()
        page.navigation.answerChallenge = { challenge in
            let password = challenge.previousFailureCount < 2 ? "wrong" : "secret"
            return (.useCredential, URLCredential(user: "user", password: password, persistence: .none))
        }
        try await page.load(server.url("/"))
        #expect(try await title() == "inside")
        #expect(page.navigation.challenges.map(\.previousFailureCount) == [0, 1, 2])
    }

    @Test(arguments: [URLSession.AuthChallengeDisposition.rejectProtectionSpace, .performDefaultHandling])
    func `without credentials the server's refusal is shown`(disposition: URLSession.AuthChallengeDisposition)
        async throws
    {
        let server = try passwordServer()
        page.navigation.answerChallenge = { _ in (disposition, nil) }
        try await page.load(server.url("/"))
        #expect(try await title() == "refused")
    }

    @Test func `without a delegate the server's refusal is shown, and no dialog`() async throws {
        let server = try passwordServer()
        page.webView.navigationDelegate = nil
        page.webView.load(URLRequest(url: server.url("/")))
        let end = ContinuousClock.now + .seconds(20)
        while page.webView.title != "refused", .now < end { try await Task.sleep(for: .milliseconds(20)) }
        #expect(page.webView.title == "refused")
    }

    @Test func `a challenge that is cancelled fails the load as cancelled`() async throws {
        let server = try passwordServer()
        page.navigation.answerChallenge = { _ in (.cancelAuthenticationChallenge, nil) }
        let error = await #expect(throws: URLError.self) { try await page.load(server.url("/")) }
        #expect(error?.code == .cancelled)
        #expect(page.navigation.events.map(\.name) == ["started", "failedProvisionally"])
    }

    // MARK: Certificates

    private func secureServer() throws -> TestServer {
        let server = try TestServer(isSecure: true)
        server.route("/", .html("<title>secure</title><script>window.secure = isSecureContext</script>"))
        return server
    }

    @Test func `a certificate that nobody vouches for fails the load`() async throws {
        let server = try secureServer()
        let error = await #expect(throws: URLError.self) { try await page.load(server.url("/")) }
        #expect(error?.code == .serverCertificateUntrusted)
        #expect(error?.failingURL == server.url("/"))
        #expect(page.navigation.events.map(\.name) == ["started", "failedProvisionally"])
        #expect(page.navigation.challenges.count == 1)
        #expect(server.requests.isEmpty)
    }

    @Test func `a certificate that the delegate trusts lets the same load go on`() async throws {
        let server = try secureServer()
        page.navigation.answerChallenge = { challenge in
            guard let certificate = challenge.protectionSpace.serverCertificate else {
                return (.rejectProtectionSpace, nil)
            }
            return (.useCredential, .trusting(serverCertificate: certificate))
        }
        let navigation = page.webView.load(URLRequest(url: server.url("/")))
        try await page.navigation.waitForEnd(of: navigation)
        #expect(try await title() == "secure")
        #expect(try await page.evaluate("secure") as? Bool == true)
        #expect(page.navigation.events.map(\.name) == ["started", "committed", "finished"])
        #expect(page.navigation.events.allSatisfy { $0.navigation === navigation })
        #expect(page.navigation.actions.count == 1)
        let space = try #require(page.navigation.challenges.first?.protectionSpace)
        #expect(space.host == "localhost")
        #expect(space.port == server.port)
        #expect(space.protocol == NSURLProtectionSpaceHTTPS)
        #expect(space.authenticationMethod == "NSURLAuthenticationMethodServerTrust")
        // The host is trusted from now on.
        try await page.load(server.url("/"))
        #expect(page.navigation.challenges.count == 1)
    }

    @Test func `trust in another certificate, and credentials of another kind, are no trust`() async throws {
        let server = try secureServer()
        for credential in [
            URLCredential.trusting(serverCertificate: Data([1, 2, 3])),
            URLCredential(user: "", password: "", persistence: .none), nil,
        ] {
            page.navigation.reset()
            page.navigation.answerChallenge = { _ in (.useCredential, credential) }
            let error = await #expect(throws: URLError.self) { try await page.load(server.url("/")) }
            #expect(error?.code == .serverCertificateUntrusted)
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a load that comes while the delegate thinks about a certificate takes its place`() async throws {
        let server = try secureServer()
        let other = try TestServer()
        other.route("/", .html("<title>other</title>"))
        let gate = Gate()
        page.navigation.answerChallenge = { challenge in
            await gate.pass()
            return (.useCredential, .trusting(serverCertificate: challenge.protectionSpace.serverCertificate ?? Data()))
        }
        let first = page.webView.load(URLRequest(url: server.url("/")))
        try await page.navigation.wait(for: "the challenge") { [page] _ in !page.navigation.challenges.isEmpty }
        try await page.load(other.url("/"))
        let error = await #expect(throws: URLError.self) { try await page.navigation.waitForEnd(of: first) }
        #expect(error?.code == .cancelled)
        // The late answer counts for nothing.
        gate.open()
        try await Task.sleep(for: .milliseconds(200))
        #expect(try await title() == "other")
        // The end of the first load is told after the call that took its place.
        #expect(
            page.navigation.events.filter { $0.navigation === first }.map(\.name) == ["started", "failedProvisionally"])
        #expect(
            page.navigation.events.filter { $0.navigation !== first }.map(\.name) == [
                "started", "committed", "finished",
            ])
    }

    @Test func `trust is the store's own: another store asks again`() async throws {
        let server = try secureServer()
        page.navigation.answerChallenge = { challenge in
            (.useCredential, .trusting(serverCertificate: challenge.protectionSpace.serverCertificate ?? Data()))
        }
        try await page.load(server.url("/"))
        let other = TestPage()
        let error = await #expect(throws: URLError.self) { try await other.load(server.url("/")) }
        #expect(error?.code == .serverCertificateUntrusted)
    }
}
