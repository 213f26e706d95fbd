import Foundation
import GawaTestSupport
import Synchronization
import Testing
import WebKit

extension Lanes {
    /// Lanes of real pages: what they carry, and in which order.
    @MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
    struct LanePageTests {
        private static let count = 100_000

        @Test func `100,000 messages arrive in order, both ways at once`() async throws {
            let count = Self.count
            let handler = LaneHandler { lane, message in
                // Each answered by one of its own series, the other direction being full of the page's.
                lane.send(.message, text: Array(message.text.dropLast()))
            }
            let page = try await TestPage.withLane(handler)
            let result = try await page.call(
                """
                for (let number = 0; number < count; ++number) lane.send('n' + number);
                while (heard.length < count) await next();
                return heard.findIndex(([text, list], index) => text !== 'n' + index || list.length !== 0);
                """, ["count": count])
            #expect(result as? Int == -1)
            let state = handler.opened[0].recorder.state
            #expect(state.texts == (0..<count).map { "n\($0)" })
            #expect(state.faults.isEmpty && state.threads.count == 1)
        }

        @Test func `what a full socket has not taken follows by itself`() async throws {
            let handler = LaneHandler { _, _ in }
            let page = try await TestPage.withLane(handler)
            let recorder = try await handler.wait(count: 1)[0].recorder
            // Nothing is sent after them that could push them along.
            try await page.evaluate("for (let n = 0; n < 5000; ++n) lane.send('x'.repeat(400) + n); 0")
            try await recorder.wait(count: 5000)
            try await page.evaluate("for (let n = 0; n < 100; ++n) lane.send('' + n, [new Uint8Array(1 << 20)]); 0")
            let state = try await recorder.wait(count: 5100)
            #expect(
                state.texts.prefix(5000) == ArraySlice((0..<5000).map { String(repeating: "x", count: 400) + "\($0)" }))
            #expect(state.texts.suffix(100) == ArraySlice((0..<100).map(String.init)))
            #expect(state.messages.suffix(100).allSatisfy { $0.attachments.map(\.count) == [1 << 20] })
        }

        @Test func `a lane needs no main thread of the app`() async throws {
            let handler = LaneHandler()
            let page = try await TestPage.withLane(handler)
            try await handler.wait(count: 1)
            try await page.evaluate(
                """
                var asked = 0;
                setTimeout(() => { while (lane.ask('x', undefined, 10000)[0] === 'x' && ++asked < 100); lane.send('done') }); 0
                """)
            let recorder = handler.opened[0].recorder
            let end = ContinuousClock.now + .seconds(10)
            // The main thread is this one, and busy.
            while recorder.state.messages.last?.string != "done", ContinuousClock.now < end { usleep(1000) }
            #expect(recorder.state.messages.count == 101)
        }

        @Test(arguments: [0, 1, 511, 512, 513, 49_152, 49_153, 262_143, 262_144, 262_145, 600_000, 10_000_000])
        func `a text and attachments of any size come back as they were`(size: Int) async throws {
            let page = try await TestPage.withLane(LaneHandler())
            let result = try await page.call(
                """
                const bytes = new Uint8Array(size);
                for (let index = 0; index < size; ++index) bytes[index] = index * 31 + (index >> 8);
                const same = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index]);
                const check = (message, text, list) => message[0] === text && Array.isArray(message[1])
                    && message[1].length === list.length
                    && message[1].every((one, index) => one instanceof Uint8Array && same(one, list[index]));
                const text = 'é'.repeat(size / 2) + (size % 2 ? 'x' : '');
                const lists = [[], [bytes], [bytes.subarray(size / 3), new Uint8Array(0), bytes.subarray(0, 5)]];
                const failures = [];
                for (const list of lists) {
                    for (const words of ['', text]) {
                        lane.send(words, list);
                        if (!check(await next(), words, list)) failures.push('send ' + list.length + ' ' + words.length);
                        if (!check(lane.ask(words, list, 20000), words, list)) failures.push('ask ' + list.length + ' ' + words.length);
                    }
                }
                return failures.join();
                """, ["size": size])
            #expect(result as? String == "")
        }

        @Test func `a text is its characters, wherever it is cut on its way`() async throws {
            let page = try await TestPage.withLane(LaneHandler())
            let result = try await page.call(
                """
                const texts = ['\\ufeffmark', '😀'.repeat(300), 'x' + '😀'.repeat(200000), 'xy€' + '€'.repeat(200000), 'xyé' + 'é'.repeat(400000),
                    '\\u2028"\\\\', 'a'.repeat(65535) + '😀b', 'a'.repeat(131071) + '😀b', 'a'.repeat(262143) + 'é', 'a'.repeat(262141) + '😀'];
                const failures = [];
                for (const [index, text] of texts.entries()) {
                    lane.send(text);
                    if ((await next())[0] !== text) failures.push('send ' + index);
                    if (lane.ask(text, [], 20000)[0] !== text) failures.push('ask ' + index);
                }
                return failures.join();
                """)
            #expect(result as? String == "")
        }

        @Test func `arrays of the page stay its own, and those that it gets are too`() async throws {
            let page = try await TestPage.withLane(LaneHandler())
            let result = try await page.call(
                """
                const failures = [];
                for (const length of [10, 300000]) {
                    const sent = new Uint8Array(length).fill(7);
                    lane.send('', [sent]);
                    const [, [received]] = await next();
                    const [, [answer]] = lane.ask('', [sent], 20000);
                    // What C code has looked into cannot be transferred any more; these can.
                    for (const array of [sent, received, answer]) {
                        const moved = structuredClone(array, { transfer: [array.buffer] });
                        if (array.length !== 0 || moved.length !== length || moved[length - 1] !== 7) failures.push(length);
                    }
                }
                class Mine extends Uint8Array {}
                const odd = [new Mine([1, 2]), new Uint8Array([9, 8, 7, 6]).subarray(1, 3),
                    new Uint8Array(new ArrayBuffer(3, { maxByteLength: 10 }))];
                lane.send('', odd);
                return failures.concat((await next())[1].map(one => one.constructor.name + ':' + one)).join(' ');
                """)
            #expect(result as? String == "Uint8Array:1,2 Uint8Array:8,7 Uint8Array:0,0,0")
        }

        @Test func `1,024 attachments are one message`() async throws {
            let page = try await TestPage.withLane(LaneHandler())
            let result = try await page.call(
                """
                const list = Array.from({ length: 1024 }, (_, index) => new Uint8Array(index % 7).fill(index));
                const [text, back] = lane.ask('many', list, 20000);
                return text + back.length + back.every((one, index) => one.length === index % 7 && one.every(byte => byte === index % 256));
                """)
            #expect(result as? String == "many1024true")
        }

        @Test func `what receive throws is reported, and promises go on between messages`() async throws {
            let page = try await TestPage.withLane(LaneHandler())
            let result = try await page.call(
                """
                const order = [], errors = [];
                addEventListener('error', event => { errors.push(event.error.message); event.preventDefault(); });
                const other = webkit.messageHandlers.echo.openLane(text => {
                    order.push(text);
                    Promise.resolve().then(() => order.push('after ' + text));
                    if (text === '2') throw new Error('of the page');
                    if (text === '3') resolve();
                });
                let resolve;
                const end = new Promise(given => { resolve = given });
                for (const text of ['1', '2', '3']) other.send(text);
                await end;
                await null;
                return order.join() + ' ' + errors.join();
                """)
            #expect(result as? String == "1,after 1,2,after 2,3,after 3 of the page")
        }
    }
}
