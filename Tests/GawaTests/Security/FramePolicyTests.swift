import Foundation
import Gawa
import GawaTestSupport
import TestServer
import Testing

/// Tells the page who the app takes it for.
struct WhoService: BridgeService {
    static let name = "who"

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("ami") { (_: Self, caller: Caller) in "\(caller.origin) \(caller.isMainFrame)" }
        bridge.function(
            "main", options: FunctionOptions(allowing: .origins(["http://localhost:1"], frames: .main))
        ) { (_: Self) in "never" }
        bridge.function("ask") { (_: Self, caller: Caller) async throws in
            try await caller.page.call("answerMe", 2, returning: Int.self)
        }
    }
}

/// Which frames may speak, and that each answer goes to the frame that asked.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct FramePolicyTests {
    private static let probe = """
        const found = globalThis.webkit?.messageHandlers?.['gawa.who'];
        let raw = 'no handler';
        if (found) {
            raw = await found.postMessage('["AAAAAAAAAAAAAAAAAAAAAA",["h",1,""],["c",1,"who","ami",[]]]')
                .then(text => 'answered ' + text, error => 'refused ' + error);
        }
        return [typeof globalThis.who, raw, errors.join()].join('|');
        """

    @Test(arguments: FramePage.Kind.allCases)
    func `BR-059, BR-061: with a policy for the main frame no frame of any kind reaches a function`(
        kind: FramePage.Kind
    )
        async throws
    {
        let frames = try await FramePage(WhoService(), frames: .main)
        let probe = try await frames.run(Self.probe, in: kind)
        #expect(probe.hasPrefix("undefined|"), "\(probe)")
        #expect(!probe.contains("answered"), "\(probe)")
        #expect(probe.hasSuffix("|"), "\(probe)")
        #expect(try await frames.page.outcome("return await who.ami()") == "value \(frames.page.server.origin()) true")
    }

    @Test(arguments: FramePage.Kind.allCases)
    func
        `BR-058, BR-059, BR-061, BR-063: with a policy for all frames those of the origin reach functions, as themselves`(
            kind: FramePage.Kind
        ) async throws
    {
        let frames = try await FramePage(WhoService(), frames: .all)
        let origin = frames.page.server.origin()
        switch kind {
        case .sameOrigin, .nestedSameOrigin, .sandboxedWithOrigin, .sourceDocument:
            #expect(try await frames.run("return await who.ami()", in: kind) == "\(origin) false")
            #expect(
                try await frames.run(
                    "globalThis.answerMe = value => value * 21; return await who.ask()", in: kind) == "42")
            #expect(
                try await frames.run("return await who.main()", in: kind)
                    == "thrown NotAllowedError|notAllowed|The bridge's policy does not allow this origin")
        case .otherName, .otherPort, .sandboxed, .sandboxedSourceDocument, .data:
            let probe = try await frames.run(Self.probe, in: kind)
            #expect(probe.hasPrefix("undefined|"), "\(probe)")
            #expect(!probe.contains("answered"), "\(probe)")
            #expect(probe.hasSuffix("|"), "\(probe)")
            try await frames.page.wait(for: "a refusal") {
                if case .refused(_, false, _) = $0 { true } else { false }
            }
        }
        #expect(try await frames.page.outcome("return await who.ami()") == "value \(origin) true")
    }

    @Test func `BR-061: frames that are blank, or go while they load, leave no error behind`() async throws {
        for policy in [BridgePolicy.Frames.main, .all] {
            let frames = try await FramePage(WhoService(), frames: policy)
            #expect(
                try await frames.page.run(
                    """
                    const seen = [];
                    addEventListener('error', event => seen.push(event.message));
                    for (const source of ['about:blank', '/agent', 'data:text/html,x']) {
                        for (let count = 0; count < 10; count++) {
                            const frame = document.createElement('iframe');
                            frame.src = source;
                            document.body.append(frame);
                            frame.contentWindow?.addEventListener?.call;
                            for (let turn = 0; turn < count; turn++) {
                                // Timers of a page that is not seen are late.
                                await new Promise(resolve => {
                                    const { port1, port2 } = new MessageChannel();
                                    port1.onmessage = resolve;
                                    port2.postMessage(0);
                                });
                            }
                            frame.remove();
                        }
                    }
                    const blank = document.createElement('iframe');
                    document.body.append(blank);
                    blank.contentWindow.addEventListener('error', event => seen.push(event.message));
                    return [seen.join(), await who.ami()].join('|');
                    """) as? String == "|\(frames.page.server.origin()) true")
            // A blank frame has its maker's origin: a policy for all frames allows it.
            let blank =
                try await frames.page.run(
                    "return typeof document.querySelector('iframe').contentWindow.who") as? String
            #expect(blank == (policy == .all ? "object" : "undefined"))
        }
    }

    @Test func `BR-059: a function's own policy narrows the bridge's, by origin and by frame`() async throws {
        struct Guarded: BridgeService {
            static let name = "guarded"
            @MainActor static var origin = ""
            static func describe(_ bridge: inout BridgeDescription<Self>) {
                let allowed = MainActor.assumeIsolated { Self.origin }
                bridge.function("open") { (_: Self) in "open" }
                bridge.function("mainOnly", options: FunctionOptions(allowing: .origins([allowed]))) { (_: Self) in
                    "main"
                }
                bridge.message("quiet", options: FunctionOptions(allowing: .origins([]))) { (_: Self) in }
            }
        }
        let server = try TestServer { _ in .html("<!doctype html><iframe src=/frame></iframe>") }
        server.route("/frame", .html("<p>"))
        Guarded.origin = server.origin()
        let page = try await BridgedTestPage(Guarded(), frames: .all, server: server)
        #expect(try await page.outcome("return await guarded.mainOnly()") == "value main")
        #expect(
            try await page.run(
                """
                const inner = frames[0].guarded;
                return [await inner.open(), await inner.mainOnly().catch(error => error.name + error.code + error.message)].join();
                """) as? String
                == "open,NotAllowedErrornotAllowedThe bridge's policy does not allow this frame: only the main frame may call"
        )
        try await page.run("guarded.quiet()")
        try await page.wait(for: "the refused one-way call") {
            $0 == .oneWayFailed(function: "guarded.quiet", error: "The bridge's policy does not allow this origin")
        }
    }
}
