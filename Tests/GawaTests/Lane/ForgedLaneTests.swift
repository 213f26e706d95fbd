import Foundation
import GawaTestSupport
import Testing

@testable import Gawa

/// What a page's own code can do with the lanes of its handler.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct ForgedLaneTests {
    private let service = SynchronousService()

    /// `open()` opens a lane of the page's own, and tells what becomes of it.
    private static let tools = """
        globalThis.open = () => {
            const heard = [];
            let waiting = [];
            const lane = webkit.messageHandlers[handler].openLane((text, attachments) => {
                heard.push(text === undefined ? 'closed' : text);
                waiting = waiting.filter(check => !check());
            });
            const until = isMet => new Promise((resolve, reject) => {
                const check = () => isMet(heard) && (resolve(heard), true);
                if (check()) return;
                waiting.push(check);
                setTimeout(() => reject(new Error('in vain: ' + heard.join(' '))), 10000);
            });
            return { lane, heard, until, say: (...items) => lane.send(JSON.stringify([own, ...items])) };
        };
        globalThis.own = 'BBBBBBBBBBBBBBBBBBBBBB';
        globalThis.call = (id, name, ...list) => ['c', id, 'own', name, list];
        """

    private func makePage() async throws -> BridgedTestPage {
        let page = try await BridgedTestPage(service, EchoService(), carrier: .automatic)
        _ = try await page.document()
        try await page.run("globalThis.handler = handler; \(Self.tools)", ["handler": page.bridge.handlerName])
        return page
    }

    private func expectWorking(_ page: BridgedTestPage) async throws {
        #expect(try await page.outcome("return await own.main('on')") == "value on")
        try await page.run("globalThis.twice = number => 2 * number")
        #expect(try await page.functions.call("twice", 4, returning: Int.self) == 8)
        try await page.expectOneDocument()
    }

    @Test func `a page that speaks the protocol over a lane of its own is a document like others`() async throws {
        let page = try await makePage()
        let former = try await page.document()
        #expect(
            try await page.outcome(
                """
                const { lane, until, say, heard } = open();
                say(['h', 1], call(1, 'text', 'a'), call(2, 'main', 'b'));
                await until(heard => heard.join().includes('"b"') && heard.join().includes('"a"'));
                const answer = lane.ask(JSON.stringify([own, call(3, 'text', 'c')]), undefined, 5000);
                return answer[0] + answer[1].length;
                """) == #"value ["BBBBBBBBBBBBBBBBBBBBBB",0,["r",3,"c"]]0"#)
        #expect(former.isGone && former.endReason == .navigated)
        #expect(Set(service.notes.all) == ["a", "b", "c"])
        try await expectWorking(page)
    }

    @Test func `the token of another document is refused on a lane, and its lane is closed`() async throws {
        let page = try await makePage()
        let other = try await BridgedTestPage(service, carrier: .automatic)
        let document = try await other.document()
        try await page.run(
            """
            globalThis.own = token;
            const { until, say } = open();
            say(['h', 1], ['m', 'own', 'say', ['forged']], call(1000, 'main', 'forged'));
            await until(heard => heard.includes('closed'));
            """, ["token": document.token])
        try await page.wait(for: "the news") {
            if case .malformedMessage(_, "its token is that of another document") = $0 { true } else { false }
        }
        #expect(service.notes.all.isEmpty)
        #expect(!document.isGone)
        #expect(try await other.outcome("return await own.main('own')") == "value own")
        try await expectWorking(page)
    }

    @Test func `the token of the page's own document gets another lane nothing of that document`() async throws {
        let page = try await makePage()
        let document = try await page.document()
        try await page.run("globalThis.slow = () => new Promise(() => {})")
        let functions = page.functions
        let call = Task { await Ending.of { () throws(BridgeError) in try await functions.call("slow") } }
        try await page.run(
            """
            globalThis.own = token;
            const { say } = open();
            say(['h', 1], ['r', 1, 'forged']);
            """, ["token": document.token])
        #expect(await call.value == .gone(.navigated))
        try await expectWorking(page)
    }

    @Test func `two lanes of one document are one after the other, never both`() async throws {
        let page = try await makePage()
        #expect(
            try await page.outcome(
                """
                const first = open();
                first.say(['h', 1], call(1, 'main', 'a'));
                await first.until(heard => heard.join().includes('"a"'));
                globalThis.own = 'CCCCCCCCCCCCCCCCCCCCCC';
                const second = open();
                second.say(['h', 1], call(1, 'main', 'b'));
                await second.until(heard => heard.join().includes('"b"'));
                return [first.lane.send('x'), first.lane.ask('x', undefined, 1000)].join();
                """) == "value false,")
        #expect(service.notes.all == ["a", "b"])
        try await expectWorking(page)
    }

    @Test func `messages that cannot be read are dropped and told once, and the lane goes on`() async throws {
        let page = try await makePage()
        try await page.run(
            """
            const { lane, until, say } = open();
            const bytes = [new Uint8Array(5000), new Uint8Array(1)];
            lane.send('garbage');
            say(call(1, 'text', 'too early'));
            say(['h', 1]);
            for (const text of ['', '[', '7', '{}', '[]', '["x"]', '["CCCCCCCCCCCCCCCCCCCCCC",["h",1]]', '\\\\0', '['.repeat(600)]) lane.send(text);
            for (const number of [2, -1, 1.5, 1e300, null, '"AA"']) {
                lane.send('["' + own + '",["c",9,"own","data",[{"$":"b","v":' + number + '}]]]', bytes);
            }
            say(['r', 1, 2], ['e', 7, null], ['x', 1], ['x', 'a'], ['z'], [], 7, null, ['c'], ['c', 0, 'own', 'text', []],
                ['c', 1.5, 'own', 'text', ['x']], ['c', 2, 3, 4, []], ['c', 2, 'own', 'text', {}], ['m', 'own', 'text'], ['h', 2]);
            say(call(20, 'text', 'read'));
            await until(heard => heard.some(text => text.includes('["r",20,"read"]')));
            """)
        #expect(service.notes.all == ["read"])
        let reasons = page.diagnostics.compactMap { diagnostic -> String? in
            if case .malformedMessage(_, let reason) = diagnostic { reason } else { nil }
        }
        for reason in [
            "its lane does not begin with a greeting", "its token is not that of its lane",
            "The object at [1][4][0] has a $ and is no tag.", "an item of no known kind", "a call of another shape",
        ] { #expect(reasons.contains(reason), "\(reason) in \(reasons)") }
        #expect(Set(reasons).count == reasons.count)
        try await expectWorking(page)
    }

    @Test func `questions are answered whatever they are, and run synchronous functions only`() async throws {
        let page = try await makePage()
        #expect(
            try await page.outcome(
                """
                const { lane, say } = open();
                say(['h', 1]);
                const ask = text => lane.ask(typeof text === 'string' ? text : JSON.stringify([own, ...text]), undefined, 5000)?.[0] ?? 'none';
                const answers = [[call(1, 'main', 'no')], [['m', 'own', 'say', ['no']]], [call(2, 'unknown')], [], [7],
                    [call(3, 'text', 'no'), call(4, 'text', 'no')], 'garbage', '["CCCCCCCCCCCCCCCCCCCCCC"]'].map(ask);
                return [answers.every(text => text.includes('"e"')), ask([call(9, 'text', 'yes')]).includes('["r",9,"yes"]')].join();
                """) == "value true,true")
        #expect(service.notes.all == ["yes"])
        try await expectWorking(page)
    }

    @Test func `calls that a page repeats or answers itself run and end once`() async throws {
        let page = try await makePage()
        try await page.run(
            """
            globalThis.forged = open();
            const { say, until } = forged;
            say(['h', 1], call(5, 'text', 'a'), call(5, 'text', 'b'), call(4, 'main', 'c'), call(6, 'main', 'd'), call(6, 'main', 'e'));
            say(call(5, 'text', 'f'), call(6, 'main', 'g'), call(7, 'main', 'h'));
            await until(heard => heard.join().includes('"h"'));
            """)
        #expect(service.notes.all.sorted() == ["a", "c", "d", "h"])
        let document = try await page.document()
        #expect(document.isSettled)
        let answers = try await page.run(
            "return forged.heard.map(text => JSON.parse(text).slice(2)).flat().map(item => item[1]).sort().join()")
        #expect(answers as? String == "4,5,6,7")
    }

    @Test(arguments: [1, 2])
    func `thousands of random and mutated messages call nothing wrongly, and the page goes on`(seed: UInt64)
        async throws
    {
        let notes = Notes()
        let page = try await BridgedTestPage(EchoService(), NotingService(notes: notes), carrier: .automatic)
        try await page.run("globalThis.handler = handler; \(Self.tools)", ["handler": page.bridge.handlerName])
        var generator = SeededGenerator(seed: seed)
        let fuzzer = MessageFuzzer(token: "BBBBBBBBBBBBBBBBBBBBBB")
        for round in 0..<(FullTests.areOn ? 200 : 8) {
            let messages = (0..<500).map { _ in fuzzer.message(using: &generator) }
            let text = try String(decoding: JSONEncoder().encode(messages), as: UTF8.self)
            _ = try await page.run(
                """
                const { lane, say } = open();
                say(['h', 1]);
                const bytes = [new Uint8Array(5000), new Uint8Array(0)];
                JSON.parse(text).forEach((message, index) => lane.send(String(message), index % 3 ? [] : bytes));
                lane.ask(JSON.stringify([own]), undefined, 5000);
                """, ["text": text])
            #expect(
                notes.lines.allSatisfy { $0.hasPrefix(page.server.origin()) || $0 == "waits" || $0 == "cancelled" },
                "round \(round)")
        }
        try await page.page.load(page.server.url())
        #expect(try await page.outcome("return await noting.note('own')") == "value own")
        #expect(notes.lines.last == "\(page.server.origin()) own")
    }

    @Test func `frames that the policy does not allow get no lane that works, and other worlds none at all`()
        async throws
    {
        let page = try await makePage()
        let refused =
            try await page.run(
                """
                const frame = document.createElement('iframe');
                await new Promise(resolve => { frame.onload = resolve; frame.src = '/frame'; document.body.append(frame) });
                const heard = [];
                const closed = new Promise(resolve => {
                    globalThis.framed = frame.contentWindow.webkit.messageHandlers[handler].openLane(text => {
                        heard.push(String(text));
                        if (text === undefined) resolve();
                    });
                });
                framed.send(JSON.stringify([own, ['h', 1], call(1, 'text', 'framed'), ['m', 'own', 'say', ['framed']]]));
                await closed;
                return heard.join();
                """) as? String
        #expect(refused == "undefined")
        #expect(service.notes.all.isEmpty)
        try await page.wait(for: "the refusal") { if case .refused(_, false, _) = $0 { true } else { false } }
        try await expectWorking(page)
    }
}
