import GawaTestSupport
import Testing
import WebKit

/// What a view copies from its configuration, and what it shares with it.
@MainActor @Suite(.serialized)
struct ConfigurationCopyTests {
    @Test func `a copy shares the four objects, even those that nobody had asked for`() throws {
        let original = WKWebViewConfiguration()
        let copy = try #require(original.copy() as? WKWebViewConfiguration)
        #expect(copy !== original)
        #expect(copy.preferences === original.preferences)
        #expect(copy.userContentController === original.userContentController)
        #expect(copy.websiteDataStore === original.websiteDataStore)
        #expect(copy.processPool === original.processPool)
        #expect(copy.defaultWebpagePreferences !== original.defaultWebpagePreferences)
    }

    @Test func `scalars and page preferences of a copy are its own`() throws {
        let original = WKWebViewConfiguration()
        original.applicationNameForUserAgent = "One"
        original.defaultWebpagePreferences.allowsContentJavaScript = false
        let copy = try #require(original.copy() as? WKWebViewConfiguration)
        #expect(copy.applicationNameForUserAgent == "One")
        #expect(!copy.defaultWebpagePreferences.allowsContentJavaScript)
        copy.applicationNameForUserAgent = "Two"
        copy.defaultWebpagePreferences.allowsContentJavaScript = true
        #expect(original.applicationNameForUserAgent == "One")
        #expect(!original.defaultWebpagePreferences.allowsContentJavaScript)
    }

    @Test func `page preferences are copied when set, and nil restores the defaults`() {
        let configuration = WKWebViewConfiguration()
        let preferences = WKWebpagePreferences()
        preferences.allowsContentJavaScript = false
        configuration.defaultWebpagePreferences = preferences
        preferences.allowsContentJavaScript = true
        #expect(configuration.defaultWebpagePreferences !== preferences)
        #expect(!configuration.defaultWebpagePreferences.allowsContentJavaScript)
        configuration.defaultWebpagePreferences = nil
        #expect(configuration.defaultWebpagePreferences.allowsContentJavaScript)
    }

    @Test func `a view gives a fresh copy at each read, with its own live objects in it`() {
        let configuration = TestPage.configuration()
        let webView = WKWebView(frame: .zero, configuration: configuration)
        let (first, second) = (webView.configuration, webView.configuration)
        #expect(first !== second && first !== configuration)
        for copy in [first, second] {
            #expect(copy.preferences === configuration.preferences)
            #expect(copy.userContentController === configuration.userContentController)
            #expect(copy.websiteDataStore === configuration.websiteDataStore)
            #expect(copy.processPool === configuration.processPool)
        }
    }

    @Test func `changes of the configuration, or of a copy from the view, do not reach the view`() async throws {
        let configuration = TestPage.configuration()
        configuration.applicationNameForUserAgent = "First/1"
        let page = TestPage(configuration: configuration)
        for later in [configuration, page.webView.configuration] {
            later.applicationNameForUserAgent = "Second/2"
            later.defaultWebpagePreferences.allowsContentJavaScript = false
            later.userContentController = WKUserContentController()
            later.preferences = WKPreferences()
            later.websiteDataStore = .nonPersistent()
        }
        try await page.load(html: "<script>var ran = true</script>")
        #expect(try await page.evaluate("window.ran") as? Bool == true)
        #expect(try await page.evaluate("navigator.userAgent.endsWith(' First/1')") as? Bool == true)
        #expect(page.webView.configuration.applicationNameForUserAgent == "First/1")
        #expect(page.webView.configuration.defaultWebpagePreferences.allowsContentJavaScript)
        #expect(page.controller !== configuration.userContentController)
    }

    @Test func `what is added to the shared controller later reaches every view of it`() async throws {
        let configuration = TestPage.configuration()
        let pages = [TestPage(configuration: configuration), TestPage(configuration: configuration)]
        for page in pages { try await page.load(html: "<p>") }
        let recorder = MessageRecorder()
        configuration.userContentController.add(recorder, name: "late")
        configuration.userContentController.addUserScript(
            WKUserScript(source: "var late = 1", injectionTime: .atDocumentStart, forMainFrameOnly: true))
        for page in pages { try await page.call("await webkit.messageHandlers.late.postMessage(typeof late)") }
        for page in pages {
            try await page.load(html: "<p>")
            try await page.call("await webkit.messageHandlers.late.postMessage(typeof late)")
        }
        #expect(recorder.bodies as? [String] == ["undefined", "undefined", "number", "number"])
    }

    @Test func `views of one store share its storage, views of another do not`() async throws {
        let configuration = TestPage.configuration()
        let base = URL(string: "https://storage.example/")
        let first = try await TestPage(html: "<p>", baseURL: base, configuration: configuration)
        let copy = try #require(configuration.copy() as? WKWebViewConfiguration)
        copy.userContentController = WKUserContentController()
        let second = try await TestPage(html: "<p>", baseURL: base, configuration: copy)
        let apart = try await TestPage(html: "<p>", baseURL: base)
        try await first.evaluate("document.cookie = 'shared=yes; secure'; 0")
        try await second.load(html: "<p>", baseURL: base)
        try await apart.load(html: "<p>", baseURL: base)
        #expect(try await second.evaluate("document.cookie") as? String == "shared=yes")
        #expect(try await apart.evaluate("document.cookie") as? String == "")
    }
}
