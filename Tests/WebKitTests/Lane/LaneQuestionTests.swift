import Foundation
import GawaTestSupport
import Synchronization
import Testing
import WebKit

extension Lanes {
    /// Questions, for which the page waits.
    @MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
    struct LaneQuestionTests {
        /// Answers when it is told to, from any thread.
        private final class Slow: Sendable {
            let lanes = Mutex<[Lane]>([])

            var handler: @Sendable (Lane, Lane.Message) -> Void {
                { lane, message in
                    self.lanes.withLock { $0 = [lane] }
                    if message.string.hasPrefix("now") { lane.send(.answer, text: Array(message.text.dropLast())) }
                }
            }

            func answer(_ text: String) {
                _ = lanes.withLock { $0.first }?.send(.answer, text: Array(text.utf8))
            }
        }

        @Test func `a question comes after what was sent before it, and messages meanwhile come after it`() async throws
        {
            let handler = LaneHandler { lane, message in
                guard message.kind == .question else { return }
                for number in 0..<500 {
                    let isLong = number % 100 == 0
                    lane.send(
                        .message, text: Array("m\(number)".utf8),
                        attachments: isLong ? [Data(repeating: 1, count: 100_000)] : [])
                }
                lane.send(.answer, text: Array("answer to \(message.string)".utf8), attachments: [Data([1, 2, 3])])
                lane.send(.message, text: Array("m500".utf8))
            }
            let page = try await TestPage.withLane(handler)
            let result = try await page.call(
                """
                for (let index = 0; index < 1000; ++index) lane.send('s' + index);
                const answer = lane.ask('question', undefined, 20000);
                const within = heard.length;
                while (heard.length < 501) await next();
                const isOrdered = heard.every(([text, list], index) => text === 'm' + index
                    && list.length === (index % 100 === 0 && index < 500 ? 1 : 0) && (list[0]?.length ?? 100000) === 100000);
                return [answer[0], answer[1].length + ':' + answer[1][0], within, isOrdered].join(' ');
                """)
            #expect(result as? String == "answer to question 1:1,2,3 0 true")
            let texts = handler.opened[0].recorder.state.texts
            #expect(texts == (0..<1000).map { "s\($0)" } + ["question"])
        }

        @Test func `a question within a message is answered there, and later messages wait`() async throws {
            let page = try await TestPage.withLane(LaneHandler())
            let result = try await page.call(
                """
                const order = [];
                let resolve;
                const end = new Promise(given => { resolve = given });
                const other = webkit.messageHandlers.echo.openLane(text => {
                    order.push(text);
                    if (text === '1') order.push(other.ask('within', [], 20000)[0] + ' ' + text);
                    if (text === '3') resolve();
                });
                for (const text of ['1', '2', '3']) other.send(text);
                await end;
                return order.join();
                """)
            #expect(result as? String == "1,within 1,2,3")
        }

        @Test func `a question ends when its time is over, and its late answer is nobody's`() async throws {
            let slow = Slow()
            let handler = LaneHandler(receive: slow.handler)
            let page = try await TestPage.withLane(handler)
            let first = try await page.call(
                """
                const start = performance.now();
                const answer = lane.ask('slow', undefined, 100);
                const time = performance.now() - start;
                return String(answer) + (time >= 90 && time < 5000);
                """)
            #expect(first as? String == "undefinedtrue")
            // The app knows one question at a time: the next waits for that answer, as long as its own time lasts.
            #expect(try await page.call("return lane.ask('not asked', undefined, 50) === undefined") as? Bool == true)
            let recorder = handler.opened[0].recorder
            #expect(recorder.state.texts == ["slow"])
            let answering = Thread {
                usleep(50_000)
                slow.answer("late")
            }
            answering.start()
            #expect(try await page.call("return lane.ask('now 1', undefined, 20000)[0]") as? String == "now 1")
            #expect(try await page.call("return lane.ask('now 2', undefined, 20000)[0]") as? String == "now 2")

            // A late answer that comes while nobody asks is dropped too.
            #expect(try await page.call("return lane.ask('slow', undefined, 0) === undefined") as? Bool == true)
            try await recorder.wait(count: 4)
            slow.answer("late again")
            #expect(try await page.call("return lane.ask('now 3', undefined, 20000)[0]") as? String == "now 3")
            #expect(try await page.call("return heard.length") as? Int == 0)
            #expect(!handler.opened[0].lane.isClosed)
        }

        @Test func `a question that the full socket does not take in its time is not asked`() async throws {
            let gate = DispatchSemaphore(value: 0)
            let handler = LaneHandler { lane, message in
                if message.string == "stop" { gate.wait() }
                if message.kind == .question { LaneHandler.echo(lane, message) }
            }
            let page = try await TestPage.withLane(handler)
            let first = try await page.call(
                """
                lane.send('stop');
                for (let index = 0; index < 5000; ++index) lane.send('x'.repeat(400) + index);
                return lane.ask('withdrawn', undefined, 100) === undefined;
                """)
            #expect(first as? Bool == true)
            gate.signal()
            #expect(try await page.call("return lane.ask('asked', undefined, 20000)[0]") as? String == "asked")
            let texts = handler.opened[0].recorder.state.texts
            #expect(texts.count == 5002 && texts.last == "asked" && !texts.contains("withdrawn"))
        }

        @Test func `a question of a lane that the app closes is answered with null, and receive hears it once`()
            async throws
        {
            let handler = LaneHandler { lane, message in
                lane.send(.message, text: Array("before".utf8))
                lane.close()
            }
            let page = try await TestPage.withLane(handler)
            let result = try await page.call(
                """
                const answer = lane.ask('x', undefined, 20000), within = heard.length;
                while (ends === 0) await next();
                await new Promise(resolve => setTimeout(resolve));
                return JSON.stringify([answer, within, heard, lane.ask('y', undefined, 100), lane.send('z'), ends]);
                """)
            #expect(result as? String == #"[null,0,[["before",[]],[null,null]],null,false,1]"#)
        }
    }
}
