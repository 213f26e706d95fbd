import Foundation
import GawaTestSupport
import TestServer
import Testing
import WebKit

extension Lanes {
    /// Which handlers have lanes, and what a page can do with them.
    @MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
    struct LaneHandlerTests {
        private let handler = LaneHandler()

        private final class Plain: NSObject, WKScriptMessageHandler, LaneAccepting {
            var lanes: [Lane] = []

            func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {}
            func userContentController(
                _ controller: WKUserContentController, didOpen lane: Lane, from frame: WKFrameInfo,
                of webView: WKWebView
            ) {
                lanes.append(lane)
            }
        }

        @Test func `handlers of the page's world that take lanes have them, and no others`() async throws {
            let page = TestPage()
            page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "reply")
            page.controller.add(Plain(), name: "plain")
            page.controller.add(MessageRecorder(), name: "none")
            page.controller.addScriptMessageHandler(handler, contentWorld: .defaultClient, name: "client")
            try await page.load(html: "<p>")
            let facts = try await page.call(
                """
                const all = webkit.messageHandlers, own = Object.getOwnPropertyDescriptor(all.reply, 'openLane');
                return ['reply', 'plain', 'none'].map(name => typeof all[name].openLane).join()
                    + ' ' + Object.keys(all.reply) + ' ' + [own.enumerable, own.writable].join()
                    + ' ' + ('openLane' in Object.getPrototypeOf(all.reply)) + ' ' + await all.reply.postMessage(0);
                """)
            #expect(facts as? String == "function,function,undefined  false,false false posted")
            let client = try await page.webView.callAsyncJavaScript(
                "return typeof webkit.messageHandlers.client.openLane", contentWorld: .defaultClient)
            #expect(client as? String == "undefined")
            let lane = try await page.call(
                """
                const lane = webkit.messageHandlers.reply.openLane(() => {});
                return [Object.isFrozen(lane), Object.getPrototypeOf(lane), Object.keys(lane), lane.toString, lane.then].map(String).join();
                """)
            #expect(lane as? String == "true,null,send,ask,undefined,undefined")
        }

        @Test func `a lane to a handler that was removed does not reach the next one of its name`() async throws {
            let page = try await TestPage.withLane(handler)
            try await handler.wait(count: 1)
            let (next, words) = (LaneHandler(), MessageRecorder())
            words.onMessage = { [controller = page.controller] _ in
                controller.removeScriptMessageHandler(forName: "echo")
                controller.addScriptMessageHandler(next, contentWorld: .page, name: "echo")
            }
            page.controller.add(words, name: "words")
            // The page opens one before it can have heard of the removal.
            let end = try await page.call(
                """
                webkit.messageHandlers.words.postMessage('change');
                const former = webkit.messageHandlers.echo;
                const text = await new Promise(resolve => former.openLane(resolve));
                // The end of a lane may come before the word of the removal.
                while ([undefined, former].includes(webkit.messageHandlers.echo)) await new Promise(resolve => setTimeout(resolve, 1));
                const lane = webkit.messageHandlers.echo.openLane(text => heard.push(['next ' + text]));
                lane.send('hello');
                return String(text);
                """)
            #expect(end as? String == "undefined")
            #expect(handler.opened.count == 1)
            try await next.wait(count: 1)
            try await next.opened[0].recorder.wait(count: 1)
            #expect(next.opened.count == 1 && next.opened[0].recorder.state.texts == ["hello"])
        }

        @Test func `a lane that the handler does not keep closes`() async throws {
            final class Careless: NSObject, WKScriptMessageHandler, LaneAccepting {
                func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
                }
                func userContentController(
                    _ controller: WKUserContentController, didOpen lane: Lane, from frame: WKFrameInfo,
                    of webView: WKWebView
                ) {}
            }
            let page = TestPage()
            page.controller.add(Careless(), name: "careless")
            try await page.load(html: "<p>")
            let result = try await page.call(
                "return await new Promise(resolve => webkit.messageHandlers.careless.openLane((...all) => resolve(all.length + String(all[0]))))"
            )
            #expect(result as? String == "2undefined")
        }

        @Test func `a handler that is removed ends its lanes, and one that is added again has new ones`() async throws {
            let page = try await TestPage.withLane(handler)
            try await handler.wait(count: 1)
            try await page.evaluate("var kept = webkit.messageHandlers.echo; 0")
            page.controller.removeScriptMessageHandler(forName: "echo")
            #expect(handler.opened[0].lane.isClosed)
            #expect(try await handler.opened[0].recorder.waitForEnd() == .closed)
            let told = try await page.call(
                """
                if (ends === 0) await next();
                return [ends, lane.send('x'), lane.ask('x', [], 100), kept.openLane(() => {}), typeof window.webkit].map(String).join();
                """)
            #expect(told as? String == "1,false,null,undefined,undefined")

            page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "echo")
            let again = try await page.call(
                """
                lane = webkit.messageHandlers.echo.openLane(listen);
                return [lane.ask('again', [], 10000)[0], kept.openLane(() => {}), ends].map(String).join();
                """)
            #expect(again as? String == "again,undefined,1")
            #expect(handler.opened.count == 2)

            // Another of the same name, which takes none, in its place within one turn.
            page.controller.removeScriptMessageHandler(forName: "echo")
            page.controller.add(MessageRecorder(), name: "echo")
            #expect(try await handler.opened[1].recorder.waitForEnd() == .closed)
            let other = try await page.call(
                "if (ends === 1) await next(); return [ends, typeof webkit.messageHandlers.echo.openLane].join()")
            #expect(other as? String == "2,undefined")
        }

        @Test func `a second lane of a window and a handler ends the first without a word`() async throws {
            let page = try await TestPage.withLane(handler)
            let result = try await page.call(
                """
                const second = webkit.messageHandlers.echo.openLane(() => {});
                return [second.ask('second', [], 10000)[0], lane.send('x'), lane.ask('x', [], 100), heard.length].map(String).join();
                """)
            #expect(result as? String == "second,false,null,0")
            #expect(try await handler.opened[0].recorder.waitForEnd() == .closedByPage)
            #expect(!handler.opened[1].lane.isClosed)
        }

        @Test func `a page that opens lanes in a loop has one, and then it has none for a while`() async throws {
            let page = try await TestPage.withLane(handler)
            let result = try await page.call(
                """
                let last, count = 0;
                for (let index = 0; index < 5000; ++index) {
                    const lane = webkit.messageHandlers.echo.openLane(() => {});
                    if (lane) { last = lane; ++count; }
                }
                const answer = last.ask('last', [], 10000)?.[0] ?? 'none';
                return answer + (count < 200);
                """)
            #expect(result as? String == "lasttrue")
            try await handler.wait(count: 64)
            #expect(try await Lanes.becomes { handler.openCount == 1 })
            #expect(
                try await page.call("return webkit.messageHandlers.echo.openLane(() => {}).ask('and on', [], 10000)[0]")
                    as? String == "and on")
        }

        @Test func `a view has 64 lanes at most`() async throws {
            let page = TestPage()
            page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "echo")
            let server = try TestServer { request in
                .html(request.path == "/" ? "<p>" : "<script>\(TestPage.laneScript)</script>")
            }
            try await page.load(server.url("/"))
            let script = """
                const frame = document.createElement('iframe');
                frame.src = '/frame';
                const loaded = new Promise(resolve => frame.addEventListener('load', resolve));
                document.body.append(frame);
                await loaded;
                return String(frame.contentWindow.lane.ask('x', [], 10000)?.[0]);
                """
            for number in 0..<64 { #expect(try await page.call(script) as? String == "x", "lane \(number)") }
            #expect(try await page.call(script) as? String == "undefined")
            #expect(handler.openCount == 64)
            // One that goes makes room.
            try await page.call("document.querySelector('iframe').remove()")
            #expect(try await Lanes.becomes { handler.openCount == 63 })
            #expect(try await page.call(script) as? String == "x")
        }

        @Test func `what is no lane, no text and no array of bytes is a TypeError, and the lane goes on`() async throws
        {
            let page = try await TestPage.withLane(handler)
            let result = try await page.call(
                """
                const open = webkit.messageHandlers.echo.openLane, failures = [];
                const detached = new Uint8Array(5);
                structuredClone(detached, { transfer: [detached.buffer] });
                const bad = {
                    'openLane()': () => open(), 'openLane(1)': () => open(1), 'openLane({})': () => open({}),
                    'send()': () => lane.send(), 'send(1)': () => lane.send(1), 'send(null)': () => lane.send(null),
                    'send(String)': () => lane.send(new String('x')), 'send(symbol)': () => lane.send(Symbol()),
                    'null': () => lane.send('x', null), '1': () => lane.send('x', 1), 'object': () => lane.send('x', {}),
                    'numbers': () => lane.send('x', [1]), 'hole': () => lane.send('x', [,]), 'string': () => lane.send('x', 'abc'),
                    'buffer': () => lane.send('x', [new ArrayBuffer(1)]), 'int8': () => lane.send('x', [new Int8Array(1)]),
                    'clamped': () => lane.send('x', [new Uint8ClampedArray(1)]), 'view': () => lane.send('x', [new DataView(new ArrayBuffer(1))]),
                    'tagged': () => lane.send('x', [{ [Symbol.toStringTag]: 'Uint8Array', length: 1, byteLength: 1 }]),
                    '1025': () => lane.send('x', Array(1025).fill(new Uint8Array(0))),
                    'endless': () => lane.send('x', { length: Infinity }), 'NaN': () => lane.send('x', { length: NaN }),
                    'ask()': () => lane.ask(), 'ask(x)': () => lane.ask('x'), 'ask(x, [], "1")': () => lane.ask('x', [], '1'),
                    'ask(x, [], {})': () => lane.ask('x', [], { valueOf() { failures.push('valueOf'); return 1 } }),
                };
                for (const name in bad) {
                    try { failures.push(name + ' gave ' + bad[name]()) } catch (error) { if (!(error instanceof TypeError)) failures.push(name + ' ' + error) }
                }
                // Of the page's own making, and allowed.
                const thrown = new Proxy([], { get() { throw new RangeError('mine') } });
                try { lane.send('x', thrown); failures.push('proxy') } catch (error) { if (error.message !== 'mine') failures.push('proxy ' + error) }
                const within = { length: 2, get 0() { lane.send('within'); return new Uint8Array([1]) }, get 1() { return new Uint8Array([2]) } };
                lane.send('outer', within);
                lane.send('detached', [detached]);
                const times = [-1, NaN, -Infinity].map(time => String(lane.ask('t', [], time)));
                const answer = lane.ask('x', [new Uint8Array([3])], Infinity);
                while (heard.length < 3) await next();
                return [...failures, ...times, answer[0] + answer[1][0], ...heard.map(([text, list]) => text + ':' + list.join('+'))].join();
                """)
            let text = try #require(result as? String)
            #expect(text.hasSuffix("x3,within:,outer:1+2,detached:"))
            #expect(text.split(separator: ",").dropLast(4).allSatisfy { ["undefined", "t"].contains($0) }, "\(text)")
        }

        @Test func `a function kept from openLane says nothing for another document`() async throws {
            let server = try TestServer { _ in .html("<iframe src='/inner'></iframe>") }
            let page = TestPage()
            page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "echo")
            server.route("/inner", .html("<p>"))
            try await page.load(server.url("/"))
            let result = try await page.call(
                """
                const frame = document.querySelector('iframe'), open = frame.contentWindow.webkit.messageHandlers.echo.openLane;
                const loaded = new Promise(resolve => frame.addEventListener('load', resolve));
                frame.src = '/inner?2';
                await loaded;
                return [open(() => {}), frame.contentWindow.webkit.messageHandlers.echo.openLane(() => {}) !== undefined].map(String).join();
                """)
            #expect(result as? String == "undefined,true")
            #expect(try await handler.wait(count: 1).map(\.path) == ["/inner"])
        }
    }
}
