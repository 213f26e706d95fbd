import Testing

@testable import Gawa

@Suite struct WebOriginTests {
    @Test(arguments: [
        "https://app.example.com", "https://app.example.com:8443", "http://localhost:3000", "http://127.0.0.1",
        "http://[::1]:8080", "app://main", "app+x://main", "https://xn--bcher-kva.example", "native://",
    ])
    func anOriginIsReadAndWrittenAsTheEngineWritesIt(text: String) {
        #expect(WebOrigin(text)?.description == text)
    }

    @Test(arguments: [
        "", "null", "https:", "app.example.com", "https://app.example.com/", "https://app.example.com/a", "https://a@b",
        "https://user:pass@app.example.com", "https://app.example.com:443", "http://localhost:80", "https://a:0443",
        "https://a:99999", "https://a:", "https://a:-1", "HTTPS://app.example.com", "https://App.example.com",
        "https://bücher.example", "https://a b", "https://a\\b", "https://[::1", "https://a?b", "https://a#b", "1a://b",
        "https://a\u{0}b", "https://*.example.com", "https://", "http://:8080", "https://[::1%25eth0]",
    ])
    func whatIsNoOriginIsRefused(text: String) {
        #expect(WebOrigin(text) == nil)
    }

    /// Look-alikes of `https://app.example.com`, as whole tuples and not one of them it.
    @Test(arguments: [
        "https://app.example.com.", "https://app.example.com:444", "http://app.example.com", "https://app.example.co",
        "https://app.example.com.evil.example", "https://xapp.example.com", "https://sub.app.example.com",
        "https://app-example.com", "https://xn--pp-vjc.example.com",
    ])
    func aLookAlikeIsAnotherOrigin(text: String) throws {
        let policy = BridgePolicy.origins(["https://app.example.com"])
        let origin: WebOrigin = try #require(WebOrigin(text))
        #expect(policy.refusal(of: origin, isMainFrame: true) == .origin)
    }

    @Test func thePolicyLooksAtOriginAndFrame() throws {
        let origin = try #require(WebOrigin("https://app.example.com"))
        let main = BridgePolicy.origins(["https://app.example.com"])
        #expect(main.refusal(of: origin, isMainFrame: true) == nil)
        #expect(main.refusal(of: origin, isMainFrame: false) == .frame)
        #expect(main.refusal(of: nil, isMainFrame: true) == .origin)
        let all = BridgePolicy.origins(["https://app.example.com"], frames: .all)
        #expect(all.refusal(of: origin, isMainFrame: false) == nil)
        #expect(BridgePolicy.origins([]).refusal(of: origin, isMainFrame: true) == .origin)
    }

    @Test(arguments: [
        "http://example.com", "http://localhost.", "http://localhost.evil.example", "file://", "file:///a",
        "https://a/", "null",
    ])
    func aPolicyThatCouldNotHoldStopsTheProgram(text: String) async {
        await #expect(processExitsWith: .failure) { [text] in
            _ = BridgePolicy.origins([text])
        }
    }
}
