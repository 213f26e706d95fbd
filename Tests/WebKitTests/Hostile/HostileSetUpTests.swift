import GawaTestSupport
import Testing
import WebKit

/// Windows that a page gets hold of before our scripts do.
@MainActor @Suite(.serialized)
struct HostileSetUpTests {
    /// A frame that may not run scripts has a window that its parent can alter; it is set up when scripts are allowed.
    @Test(arguments: Alteration.Mode.allCases)
    func `a window that was altered before its set-up can tell no lie of itself`(mode: Alteration.Mode) async throws {
        let site = try await HostileIntrinsicsTests.site()
        for target in HostileIntrinsicsTests.globals + HostileIntrinsicsTests.groups {
            site.forget()
            _ = try await site.run("return await attack('\(target)', '\(mode)', 'unset').catch(String)")
            for fact in site.facts {
                // A window that can no longer be asked for its origin has none.
                #expect(
                    fact.hasPrefix("sub localhost /empty page echo ") || fact.hasPrefix("sub opaque /empty page echo "),
                    "\(target), \(mode)")
            }
            let heard = try await site.run("return finish()") as? String
            #expect(heard?.contains("told") == false)
        }
        #expect(try await site.normalTraffic() == HostileSite.expectedTraffic)
        #expect(!site.page.navigation.events.contains { $0.name == "processTerminated" })
    }

    /// The origin, said by a window that answers every question with another's name.
    @Test(arguments: [
        "window.frameElement", "'https://forged.example'", "{ toString: () => 'https://forged.example' }",
    ])
    func `the origin of a window that was altered before its set-up is its own`(answer: String) async throws {
        let site = try HostileSite()
        try await site.load()
        let result = try await site.run(
            """
            const frame = document.createElement('iframe');
            const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
            frame.setAttribute('sandbox', 'allow-same-origin');
            frame.src = '/empty';
            document.body.append(frame);
            const w = frame.contentWindow, apply = w.Reflect.apply;
            w.Reflect.apply = (target, self, list) => /origin/.test(target.name) ? \(answer) : apply(target, self, list);
            frame.removeAttribute('sandbox');
            await loaded;
            return outcome(() => w.webkit.messageHandlers.h.postMessage('x'));
            """)
        #expect(["sub localhost /empty page h x", "sub opaque /empty page h x"].contains(result as? String))
        #expect(try await site.normalTraffic() == HostileSite.expectedTraffic)
    }

    @Test func `a window whose set-up found no stack left can tell no lie of itself`() async throws {
        let site = try HostileSite()
        try await site.load()
        // The deepest call fails, then the next ones up, until one has stack enough to make the window but not to set it up.
        _ = try await site.run(
            """
            const contentWindow = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow').get;
            const { apply } = Reflect;
            for (let skipped = 0; skipped < 40; ++skipped) {
                const frame = document.createElement('iframe');
                const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
                frame.src = '/empty';
                document.body.append(frame);
                let w, left = skipped, isDone = false;
                function descend() {
                    try { descend() } catch (error) {
                        if (isDone) return;
                        if (left-- > 0) throw error;
                        w = apply(contentWindow, frame, []);
                        void w.anything;
                        isDone = true;
                    }
                }
                descend();
                const honest = w.Reflect.apply;
                w.Reflect.apply = (target, self, list) =>
                    /origin/.test(target.name) ? 'https://forged.example' : honest(target, self, list);
                await loaded;
                await outcome(() => w.webkit.messageHandlers.h.postMessage('x'));
                frame.remove();
            }
            """)
        #expect(Set(site.facts).subtracting(["sub localhost /empty page h x", "sub opaque /empty page h x"]) == [])
        #expect(try await site.normalTraffic() == HostileSite.expectedTraffic)
    }

    /// Code of the page within our set-up, which takes away what the set-up works on.
    @Test(arguments: ["remove", "replace", "add"])
    func `a page that runs within a set-up does no harm`(action: String) async throws {
        let site = try HostileSite()
        for number in 0..<8 { site.page.controller.add(MessageRecorder(), name: "more\(number)") }
        try await site.load()
        let actions = [
            "remove": "frame.remove()", "replace": "frame.src = '/empty?2'",
            "add": "document.body.append(document.createElement('iframe'))",
        ]
        _ = try await site.run(
            """
            const holders = { apply: 'Reflect', defineProperty: 'Reflect', getOwnPropertyDescriptor: 'Reflect',
                deleteProperty: 'Reflect', freeze: 'Object', create: 'Object' };
            for (const name in holders) for (let at = 0; at < 12; ++at) {
                const frame = document.createElement('iframe');
                const done = new Promise(resolve => {
                    frame.addEventListener('load', resolve, { once: true });
                    setTimeout(resolve, 20);
                });
                frame.setAttribute('sandbox', 'allow-same-origin');
                frame.src = '/empty';
                document.body.append(frame);
                const w = frame.contentWindow, honest = w[holders[name]][name], { apply } = w.Reflect;
                let count = 0;
                w[holders[name]][name] = function (...list) {
                    if (count++ === at) { \(actions[action] ?? "") }
                    return apply(honest, this, list);
                };
                frame.removeAttribute('sandbox');
                await done;
                frame.remove();
                if (count < at) break;
            }
            """)
        site.page.controller.removeScriptMessageHandler(forName: "more3")
        site.page.controller.add(MessageRecorder(), name: "more3")
        #expect(try await site.normalTraffic() == HostileSite.expectedTraffic)
        #expect(!site.page.navigation.events.contains { $0.name == "processTerminated" })
    }
}
