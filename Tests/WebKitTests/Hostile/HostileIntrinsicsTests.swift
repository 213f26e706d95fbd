import Foundation
import GawaTestSupport
import Testing
import WebKit

/// A page that alters what scripts are made of changes nothing for our scripts, and hears nothing of them.
@MainActor @Suite(.serialized)
struct HostileIntrinsicsTests {
    /// The globals that are altered one by one; all others together are "the rest".
    static let globals = [
        "JSON", "Promise", "Object", "Array", "Map", "WeakMap", "Set", "WeakSet", "Symbol", "Reflect", "Function",
        "String",
        "Number", "Boolean", "BigInt", "Date", "Error", "TypeError", "RangeError", "RegExp", "Proxy", "WeakRef",
        "FinalizationRegistry", "ArrayBuffer", "Uint8Array", "Float64Array", "DataView", "Iterator", "Math", "Intl",
        "DOMException", "EventTarget", "Event", "PageTransitionEvent", "MessageEvent", "Node", "Document",
        "HTMLDocument",
        "Window",
    ]
    static let groups = ["prototypes without a name", "what our scripts read", "symbols", "the rest", "everything"]

    private nonisolated static let moments: [Alteration.Moment] = [.loaded, .early]

    /// That the other tests test something.
    @Test func `alterations take hold in the window that they are for`() async throws {
        let names = try Alteration.namesOurScriptsRead()
        #expect(names.count > 60 && Set(["resolve", "value", "encode", "index", "source"]).subtracting(names).isEmpty)
        let site = try await Self.site()
        for (mode, expected) in [
            ("throwing", "error:Error JSON.stringify"), ("lying", "https://forged.example JSON.stringify"),
            ("spying", "1 JSON.stringify"), ("accessor", "1 get JSON.stringify, JSON.stringify"),
            ("deleted", "error:TypeError "), ("frozen", "1 JSON.stringify"),
        ] {
            let heard = try await site.run(
                """
                await attack('JSON', '\(mode)', 'loaded');
                const w = attacked.contentWindow, own = JSON.stringify(1);
                const result = await outcome(() => (w.JSON ?? {}).stringify(1));
                return own + result + ' ' + finish();
                """)
            #expect(heard as? String == "1" + expected)
        }
        let read = try await site.run(
            """
            await attack('what our scripts read', 'spying', 'loaded');
            void attacked.contentWindow.Array().resolve;
            return finish();
            """)
        #expect(read as? String == "get resolve")
    }

    private static let told = "told to the page"
    private static let secret = "told to the app's world"

    @Test(arguments: Alteration.Mode.allCases, moments)
    func `BR-064, BR-066: altered intrinsics change no message, no answer and no evaluation, and hear nothing`(
        mode: Alteration.Mode, moment: Alteration.Moment
    ) async throws {
        let site = try await Self.site()
        for target in Self.globals + Self.groups {
            let alteration = Alteration(target: target, mode: mode, moment: moment)
            let outcome = try await Self.outcome(of: alteration, in: site)
            #expect(outcome == Self.expected(of: alteration), "\(alteration.testDescription)")
        }
        #expect(try await site.normalTraffic() == HostileSite.expectedTraffic)
    }

    @Test(arguments: Alteration.Mode.allCases)
    func `BR-064: a page that alters its own window is heard as before, and the app's world is its own`(
        mode: Alteration.Mode
    ) async throws {
        let site = try await Self.site()
        let names = try Alteration.namesOurScriptsRead().map { "'\($0)'" }.joined(separator: ",")
        // From a frame's scripts, which go on working while the window around them does not.
        let script = """
            const namesRead = [\(names)], spoken = [];
            \(Alteration.scripts)
            const echo = parent.webkit.messageHandlers.echo, body = makeBody(parent);
            \(Self.groups.dropLast().map { "alter(parent, '\($0)', '\(mode)');" }.joined())
            echo.postMessage(body);
            """
        site.server.route("/self", .html("<!DOCTYPE html><iframe src='/inner'></iframe>"))
        site.server.route("/inner", .html("<!DOCTYPE html><script>\(script)</script>"))
        site.forget()
        try await site.page.load(site.server.url("/self"))
        let client = try await site.page.webView.callAsyncJavaScript(
            "return { told, answer: await webkit.messageHandlers.secret.postMessage('private') }",
            arguments: ["told": Self.secret], contentWorld: .defaultClient)
        // The tags of a page's own objects are its own to break.
        if mode != .throwing { #expect(site.facts.first == "main localhost /self page echo \(Self.body)") }
        #expect(
            HostileSite.text(client)
                == "{answer: \"main localhost /self client secret private\", told: \"\(Self.secret)\"}")
        try await site.load()
        #expect(try await site.normalTraffic() == HostileSite.expectedTraffic)
    }

    /// What a page sees and what the host is told when nothing is altered.
    private static let untouched = [
        "answer: echo,true,3,1,true,,5,NaN",
        "fact: sub localhost /empty page echo \(body)",
        "page: {sum: 3, told: \"\(told)\"}",
        "client: {answer: \"sub localhost /empty client secret private\", mark: \"undefined\", told: \"\(secret)\"}",
        "heard: ",
    ]

    private static func expected(of alteration: Alteration) -> [String] {
        guard alteration.target == "symbols" else { return untouched }
        // The class of a posted object is its tag, which is the page's own to give.
        return alteration.mode == .throwing
            ? ["answer: error:DataCloneError", "heard: get toStringTag"]
            : untouched.dropLast() + ["heard: get toStringTag"]
    }

    private static let body =
        "{again: [-0, null, {yes: true}], bytes: {0: 0, 1: 0}, date: @5, list: [-0, null, {yes: true}], none: nan, "
        + "text: \"olé ~!@#\"\u{2028}\"}"

    static func site() async throws -> HostileSite {
        let site = try HostileSite()
        let echo = ReplyingHandler { [weak site] message, reply in
            _ = site?.receive(message)
            reply(
                [
                    "text": "echo", "list": [1, true, NSNull()] as [Any], "date": Date(timeIntervalSince1970: 0.005),
                    "none": Double.nan,
                ] as [String: Any], nil)
        }
        site.page.controller.addScriptMessageHandler(echo, contentWorld: .page, name: "echo")
        try await site.load()
        let names = try Alteration.namesOurScriptsRead().map { "'\($0)'" }.joined(separator: ",")
        let spoken = globals.map { "'\($0)'" }.joined(separator: ",")
        try await site.page.evaluate("const namesRead = [\(names)], spoken = [\(spoken)];\n\(Alteration.scripts);0")
        return site
    }

    private static func outcome(of alteration: Alteration, in site: HostileSite) async throws -> [String] {
        site.forget()
        var lines: [String] = []
        lines.append("answer: " + (try await site.run("return attack(\(alteration.call))") as? String ?? "none"))
        lines += site.facts.map { "fact: " + $0 }
        if let frame = site.frames.last {
            let page = await text {
                try await site.page.webView.callAsyncJavaScript(
                    "return { told, sum: list[0] + list[1] }", arguments: ["told": told, "list": [1, 2]], in: frame,
                    contentWorld: .page)
            }
            let client = await text {
                try await site.page.webView.callAsyncJavaScript(
                    """
                    const answer = await webkit.messageHandlers.secret.postMessage('private');
                    return { answer, told, mark: typeof mark }
                    """, arguments: ["told": secret], in: frame, contentWorld: .defaultClient)
            }
            lines += ["page: \(page)", "client: \(client)"]
        }
        lines.append("heard: " + (try await site.run("return finish()") as? String ?? "none"))
        return lines
    }

    private static func text(_ evaluation: () async throws -> Any?) async -> String {
        do { return HostileSite.text(try await evaluation()) } catch { return "\(error)" }
    }
}
