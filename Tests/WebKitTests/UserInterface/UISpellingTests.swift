import GawaTestSupport
import SpellingsSwift5
import SpellingsSwift6
import Testing
import WebKit

/// UI delegates as existing source spells them, compiled in both language modes.
@MainActor @Suite(.serialized)
struct UISpellingTests {
    typealias Delegate = any WKUIDelegate

    private let forms: [(name: String, delegate: Delegate)] = [
        ("full", SpellingsSwift5.FullUIDelegate()), ("full", SpellingsSwift6.FullUIDelegate()),
        ("plain", SpellingsSwift5.PlainUIDelegate()), ("plain", SpellingsSwift6.PlainUIDelegate()),
        ("async", SpellingsSwift5.AsyncUIDelegate()), ("async", SpellingsSwift6.AsyncUIDelegate()),
    ]
    private let missing: [Delegate] = [SpellingsSwift5.MissingUIDelegate(), SpellingsSwift6.MissingUIDelegate()]
    private let forwarders: [(Delegate) -> Delegate] = [
        { SpellingsSwift5.ClosureUIForwarder($0) }, { SpellingsSwift6.ClosureUIForwarder($0) },
        { SpellingsSwift5.AsyncUIForwarder($0) }, { SpellingsSwift6.AsyncUIForwarder($0) },
    ]

    private static let ask = "return [alert('a'), confirm('c'), prompt('p')]"

    private func page() async throws -> TestPage {
        try await TestPage(
            html: """
                <input type=file><script>
                const input = document.querySelector('input');
                const ended = new Promise(done => { input.onchange = input.oncancel = event => done(event.type) });
                </script>
                """)
    }

    @Test func `every spelling of a dialog's method is called`() async throws {
        let page = try await page()
        for (name, delegate) in forms {
            page.webView.uiDelegate = delegate
            #expect(valueText(try await page.call(Self.ask)) == "[null, true, \"\(name)\"]")
        }
    }

    @Test func `every spelling of an open panel is called`() async throws {
        for (_, delegate) in forms {
            let page = try await page()
            page.webView.uiDelegate = delegate
            try await page.evaluate("input.click(); 0")
            #expect(try await page.call("return await ended") as? String == "change")
        }
    }

    @Test func `a delegate without the methods gives the safe answers`() async throws {
        let page = try await page()
        for delegate in missing {
            page.webView.uiDelegate = delegate
            #expect(valueText(try await page.call(Self.ask)) == "[null, false, null]")
        }
        try await page.evaluate("input.click(); 0")
        #expect(try await page.call("return await ended") as? String == "cancel")
    }

    @Test func `forwarders of either form reach a target of every form, across language modes`() async throws {
        let page = try await page()
        for make in forwarders {
            for (name, target) in forms {
                for outer in [make(target), forwarders[0](make(target)), forwarders[2](make(target))] {
                    page.webView.uiDelegate = outer
                    #expect(valueText(try await page.call(Self.ask)) == "[null, true, \"\(name)\"]")
                }
            }
            for target in missing {
                let outer = make(target)
                page.webView.uiDelegate = outer
                let seen = valueText(try await page.call(Self.ask))
                #expect(seen == "[null, false, null]" || seen == "[null, false, \"no\"]")
            }
        }
    }

    @Test func `the forms can be called directly, whichever is there`() async throws {
        let page = try await page()
        page.webView.uiDelegate = forms[0].delegate
        let recorder = UIRecorder()
        page.webView.uiDelegate = recorder
        try await page.evaluate("alert('frame'); 0")
        let frame = try #require(recorder.frames.first)
        for (name, delegate) in forms {
            await delegate.webView(page.webView, runJavaScriptAlertPanelWithMessage: "a", initiatedByFrame: frame)
            #expect(
                await delegate.webView(page.webView, runJavaScriptConfirmPanelWithMessage: "c", initiatedByFrame: frame)
            )
            let text = await delegate.webView(
                page.webView, runJavaScriptTextInputPanelWithPrompt: "p", defaultText: nil, initiatedByFrame: frame)
            #expect(text == name)
            let decision = await delegate.webView(
                page.webView, decideMediaCapturePermissionsFor: frame.securityOrigin, initiatedBy: frame, type: .camera)
            #expect(decision == .grant)
        }
    }
}
