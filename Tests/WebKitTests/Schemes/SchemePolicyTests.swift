import GawaTestSupport
import TestServer
import Testing
import WebKit

/// Custom schemes and the navigation delegate.
@MainActor
@Suite(.serialized)
struct SchemePolicyTests {
    @Test func `sh-async-policy: decisions that take a while change nothing for the handler`() async throws {
        let handler = SchemeRecorder()
        handler.answerPageWithImage()
        let page = TestPage(configuration: handler.configuration(schemes: "testing"))
        page.navigation.decideAction = { _ in
            try? await Task.sleep(for: .milliseconds(100))
            return .allow
        }
        page.navigation.decideResponse = { _ in
            try? await Task.sleep(for: .milliseconds(100))
            return .allow
        }
        try await page.load(makeURL("testing:main"))
        #expect(handler.startedURLs == ["testing:main", "testing:image"])
        #expect(handler.stopCount == 0)
    }

    @Test func `sh-json-can-show: JSON can be shown`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("{}", type: "application/json") }
        let page = TestPage(configuration: handler.configuration())
        try await page.load(makeURL("test://host/data"))
        #expect(page.navigation.responses.map(\.canShowMIMEType) == [true])
        #expect(page.navigation.events.contains { $0.name == "committed" })
        let response = try #require(page.navigation.responses.first?.response as? HTTPURLResponse)
        #expect(response.statusCode == 200)
        #expect(response.mimeType == "application/json")
    }

    @Test func `sh-garbage-mime-cannot-show: a type that cannot be shown is committed when the delegate allows it`()
        async throws
    {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("{}", type: "garbage/json") }
        let page = TestPage(configuration: handler.configuration())
        page.navigation.decideResponse = { _ in .allow }
        try await page.load(makeURL("test://host/data"))
        #expect(page.navigation.responses.map(\.canShowMIMEType) == [false])
        #expect(page.navigation.events.contains { $0.name == "committed" })
    }

    @Test func `sh-from-https-page: a secure page shows an image of a custom scheme`() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.didFailWithError(NSError(domain: "D", code: 1)) }
        let server = try TestServer(isSecure: true)
        server.route("/", .html("<img src='testing:image'>"))
        let page = TestPage(configuration: handler.configuration(schemes: "testing"))
        page.navigation.answerChallenge = { challenge in
            (.useCredential, .trusting(serverCertificate: challenge.protectionSpace.serverCertificate ?? Data()))
        }
        try await page.load(server.url("/"))
        try await handler.wait(for: "the image") { handler.startCount == 1 }
        #expect(handler.startedURLs == ["testing:image"])
        #expect(handler.stopCount == 0)
    }

    @Test func `a handler's page is refused by the delegate before the handler is asked`() async throws {
        let handler = SchemeRecorder()
        let page = TestPage(configuration: handler.configuration())
        page.navigation.decideAction = { _ in .cancel }
        page.webView.load(URLRequest(url: try makeURL("test://host/")))
        try await page.navigation.wait(for: "the action") { _ in !page.navigation.actions.isEmpty }
        try await Task.sleep(for: .milliseconds(200))
        #expect(handler.startCount == 0)
    }
}
