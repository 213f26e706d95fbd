import Foundation
import GawaTestSupport
import Testing
import WebKit

extension Lanes {
    /// Pages that alter what scripts are made of; see `HostileIntrinsicsTests`, which does so to messages.
    @MainActor @Suite(.serialized, .timeLimit(.minutes(5)))
    struct LaneIntrinsicsTests {
        private let handler = LaneHandler()

        private static let targets =
            [
                "Object", "Array", "Symbol", "Reflect", "Function", "String", "Number", "Promise", "Map", "ArrayBuffer",
                "Uint8Array", "Float64Array", "TextEncoder", "TextDecoder", "EventTarget", "Event", "Error",
                "TypeError",
                "Document", "Window",
            ] + HostileIntrinsicsTests.groups

        private nonisolated static let moments: [Alteration.Moment] = [.loaded, .early]

        private func site() async throws -> HostileSite {
            let site = try await HostileIntrinsicsTests.site()
            site.page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "lane")
            try await site.page.evaluate(Self.script + ";0")
            return site
        }

        /// Does what `attack` does, and opens a lane there. What comes is looked at with this window's functions only.
        private static let script = """
            const byteLength = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'byteLength').get;
            const words = (text, list) => {
                let sizes = '';
                for (let index = 0; index < list.length; ++index) {
                    const size = captured.apply(byteLength, list[index], []);
                    sizes += ':' + size + '=' + list[index][size - 1];
                }
                return (text.length < 20 ? text : text.length) + sizes;
            };

            async function attackLane(target, mode, moment, limit) {
                heard = []; stolen = [];
                attacked = document.createElement('iframe');
                const loaded = new Promise(resolve => attacked.addEventListener('load', resolve, { once: true }));
                if (moment === 'unset') attacked.setAttribute('sandbox', 'allow-same-origin');
                attacked.src = '/empty';
                document.body.append(attacked);
                if (moment === 'loaded') await loaded;
                const w = attacked.contentWindow;
                const before = moment === 'loaded' ? w.webkit.messageHandlers.lane : undefined;
                alter(w, target, mode);
                attacked.removeAttribute('sandbox');
                if (moment !== 'loaded') await loaded;
                const open = (before ?? w.webkit?.messageHandlers?.lane)?.openLane;
                if (!open) return 'no lane';
                const small = new Uint8Array([1, 2, 3]), large = new Uint8Array(300000).fill(9);
                const got = [];
                let finished;
                const all = new Promise(resolve => { finished = resolve });
                const lane = open((text, list) => {
                    got.push(words(text, list));
                    if (got.length === 3) finished();
                });
                if (!lane) return 'none opened';
                lane.send('short');
                lane.send('é'.repeat(300000), [large, small]);
                lane.send('middle', [small]);
                const answer = lane.ask('question', undefined, limit), longer = lane.ask('x'.repeat(1000), [small, large], limit);
                await Promise.race([all, new Promise(resolve => setTimeout(resolve, limit))]);
                return [words(answer[0], answer[1]), words(longer[0], longer[1]), ...got].join(' ');
            }
            """

        private static let untouched =
            "question 1000:3=3:300000=9 short 300000:300000=9:3=3 middle:3=3 | heard: "

        private func outcome(of alteration: Alteration, in site: HostileSite) async throws -> String {
            let result = try await site.run("return attackLane(\(alteration.call), 10000)")
            let heard = try await site.run("return finish()")
            return "\(result as? String ?? "none") | heard: \(heard as? String ?? "none")"
        }

        @Test func `nothing is heard of a window that is not altered`() async throws {
            let site = try await site()
            let result = try await site.run(
                "spoken.length = 0; return attackLane('nothing of this name', 'spying', 'loaded', 10000)")
            #expect(result as? String == Self.untouched.replacing(" | heard: ", with: ""))
        }

        @Test(arguments: Alteration.Mode.allCases, moments)
        func `altered intrinsics change nothing that a lane carries, and hear nothing of it`(
            mode: Alteration.Mode, moment: Alteration.Moment
        ) async throws {
            let site = try await site()
            for target in Self.targets {
                let alteration = Alteration(target: target, mode: mode, moment: moment)
                let outcome = try await outcome(of: alteration, in: site)
                #expect(outcome == Self.untouched, "\(alteration.testDescription)")
            }
            #expect(try await site.normalTraffic() == HostileSite.expectedTraffic)
        }

        @Test(arguments: Alteration.Mode.allCases)
        func `a window that was altered before its set-up gains nothing by lanes`(mode: Alteration.Mode) async throws {
            let site = try await site()
            try await site.page.evaluate("var own = webkit.messageHandlers.lane.openLane(() => {}); 0")
            try await handler.wait(count: 1)
            for target in Self.targets {
                let call = Alteration(target: target, mode: mode, moment: .unset).call
                // Whatever it does to itself.
                _ = try await site.run("return outcome(() => attackLane(\(call), 200))")
                _ = try await site.run("return finish()")
            }
            for opened in handler.opened.dropFirst() {
                #expect(!opened.isMainFrame && opened.origin == "http://localhost" && opened.path == "/empty")
            }
            #expect(try await site.run("return own.ask('still here', [], 10000)[0]") as? String == "still here")
            #expect(try await site.normalTraffic() == HostileSite.expectedTraffic)
            #expect(try await Lanes.becomes { handler.openCount == 1 })
        }
    }
}
