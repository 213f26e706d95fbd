import Foundation
import GawaTestSupport
import TestProcess
import Testing

@testable import Gawa

/// What a page's own code can do with the lanes of its handler.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct ForgedLaneTests {
    private let service = SynchronousService()

    // MARK: Without the bridge's script

    @Test func `a page that speaks the protocol over a lane is a document, and its last lane counts`() async throws {
        let page = try await LanePage(service)
        #expect(
            try await page.run(
                """
                globalThis.first = open();
                first.say(['h', 1], call(1, 'text', 'a'), call(2, 'main', 'b'));
                await first.until(heard => heard.includes('"b"') && heard.includes('"a"'));
                return first.ask(call(3, 'text', 'c'));
                """) == #"["BBBBBBBBBBBBBBBBBBBBBB",0,["r",3,"c"]]"#)
        #expect(Set(service.notes.all) == ["a", "b", "c"])
        let document = try #require(page.bridge.documents.main(of: page.page.webView))
        #expect(
            try await page.run(
                """
                mine = 'CCCCCCCCCCCCCCCCCCCCCC';
                globalThis.second = open();
                second.say(['h', 1], call(1, 'main', 'd'));
                await second.until(heard => heard.includes('"d"'));
                return [first.lane.send('x'), first.lane.ask('x', undefined, 1000), first.heard.includes('closed')].join();
                """) == "false,,false")
        #expect(document.isGone && document.endReason == .navigated)
        #expect(page.bridge.documents.all.map(\.token) == ["CCCCCCCCCCCCCCCCCCCCCC"])
        #expect(page.diagnostics.isEmpty)
    }

    @Test func `messages that cannot be read are dropped and told once, and the lane goes on`() async throws {
        let page = try await LanePage(service)
        try await page.run(
            """
            const { lane, until, say } = open();
            const bytes = [new Uint8Array(5000), new Uint8Array(1)];
            lane.send('garbage');
            say(call(1, 'text', 'too early'));
            say(['h', 1]);
            for (const text of ['', '[', '7', '{}', '[]', '["x"]', '["CCCCCCCCCCCCCCCCCCCCCC",["h",1]]', '[\\u0001', '['.repeat(600)]) {
                lane.send(text);
            }
            for (const number of [2, -1, 1.5, 1e300, null, '[0]']) {
                lane.send('["' + mine + '",["c",9,"own","data",[{"$":"b","v":' + number + '}]]]', bytes);
            }
            say(['r', 1, 2], ['e', 7, null], ['x', 1], ['x', 'a'], ['z'], [], 7, null, ['c'], ['c', 0, 'own', 'text', []],
                ['c', 1.5, 'own', 'text', ['x']], ['c', 2, 3, 4, []], ['c', 2, 'own', 'text', {}], ['m', 'own', 'text'], ['h', 2]);
            say(call(20, 'text', 'read'), call(21, 'main', 'after'));
            await until(heard => heard.includes('["r",20,"read"]') && heard.includes('["r",21,"after"]'));
            """)
        #expect(service.notes.all.sorted() == ["after", "read"])
        for reason in [
            "its lane does not begin with a greeting", "its token is not that of its lane",
            "The object at [1][4][0] has a $ and is no tag.", "an item of no known kind", "a call of another shape",
        ] { #expect(page.reasons.contains(reason), "\(reason) in \(page.reasons)") }
        #expect(Set(page.reasons).count == page.reasons.count)
    }

    @Test func `bytes that are named twice or not at all do no harm`() async throws {
        let page = try await LanePage(service)
        #expect(
            try await page.run(
                """
                const { lane, until, say } = open();
                say(['h', 1]);
                const bytes = [new Uint8Array([1, 2, 3]), new Uint8Array([4]), new Uint8Array(5000)];
                lane.send('["' + mine + '",["c",1,"own","piecesNow",[[{"$":"b","v":1},{"$":"b","v":0},{"$":"b","v":1}]]]]', bytes);
                lane.send('["' + mine + '",["c",2,"own","pieces",[[{"$":"b","v":0},{"$":"b","v":"AAE="},{"$":"b","v":0}]]]]', bytes);
                let all;
                await until(heard => (all = heard).includes('["R",1') && heard.includes('["R",2'));
                return all.match(/"[A-Za-z0-9+\\/=]*"(?=\\})/g).sort().join();
                """) == #""AAE=","AQID","AQID","AQID","BA==","BA==""#)
    }

    @Test func `questions are answered whatever they are, and run synchronous functions only`() async throws {
        let page = try await LanePage(service)
        #expect(
            try await page.run(
                """
                const { lane, say, ask } = open();
                say(['h', 1]);
                const answers = [[call(1, 'main', 'no')], [['m', 'own', 'say', ['no']]], [call(2, 'unknown')], [], [7],
                    [call(3, 'text', 'no'), call(4, 'text', 'no')]].map(items => ask(...items));
                for (const text of ['garbage', '["CCCCCCCCCCCCCCCCCCCCCC"]', '[]']) answers.push(lane.ask(text, undefined, 5000)[0]);
                return [answers.every(text => text.includes('"e"')), ask(call(9, 'text', 'yes'))].join();
                """) == #"true,["BBBBBBBBBBBBBBBBBBBBBB",0,["r",9,"yes"]]"#)
        #expect(service.notes.all == ["yes"])
    }

    @Test func `calls that a page repeats run and end once`() async throws {
        let page = try await LanePage(service)
        #expect(
            try await page.run(
                """
                const { say, until, heard } = open();
                say(['h', 1], call(5, 'text', 'a'), call(5, 'text', 'b'), call(4, 'main', 'c'), call(6, 'main', 'd'), call(6, 'main', 'e'));
                say(call(5, 'text', 'f'), call(6, 'main', 'g'), call(7, 'main', 'h'));
                await until(heard => heard.includes('"h"'));
                return heard.flatMap(text => JSON.parse(text).slice(2)).map(item => item[1]).sort().join();
                """) == "4,5,6,7")
        #expect(service.notes.all.sorted() == ["a", "c", "d", "h"])
        #expect(page.bridge.documents.main(of: page.page.webView)?.isSettled == true)
    }

    @Test(arguments: [1, 2])
    func `thousands of random and mutated messages call nothing wrongly, and the next lane works`(seed: UInt64)
        async throws
    {
        let notes = Notes()
        let page = try await LanePage(EchoService(), NotingService(notes: notes), service)
        var generator = SeededGenerator(seed: seed)
        let fuzzer = MessageFuzzer(token: "BBBBBBBBBBBBBBBBBBBBBB")
        for round in 0..<(FullTests.areOn ? 200 : 8) {
            let messages = (0..<500).map { _ in fuzzer.message(using: &generator) }
            let text = try String(decoding: JSONEncoder().encode(messages), as: UTF8.self)
            let answer = try await page.run(
                """
                mine = 'B'.repeat(18) + String(round).padStart(4, 'B');
                const { lane, say, ask } = open();
                say(['h', 1]);
                const bytes = [new Uint8Array(5000), new Uint8Array(0)];
                JSON.parse(text).forEach((message, index) =>
                    lane.send(message.replace('B'.repeat(22), mine), index % 3 ? [] : bytes));
                return ask(call(9007199254740991, 'text', 'yes'));
                """, ["text": text, "round": round])
            // The last number of all may have been used.
            #expect(
                answer?.contains("\"yes\"") == true || answer?.contains("NotSupportedError") == true, "\(answer ?? "")")
            #expect(
                notes.lines.allSatisfy {
                    $0.contains(" fuzz") || $0.hasPrefix("http") || $0 == "waits" || $0 == "cancelled"
                },
                "round \(round): \(notes.lines.last ?? "")")
        }
        try await page.run(
            """
            mine = 'D'.repeat(22);
            const { say, until } = open();
            say(['h', 1], ['c', 1, 'noting', 'note', ['own']]);
            await until(heard => heard.includes('"own"'));
            """)
        #expect(notes.lines.last?.hasSuffix(" own") == true)
        #expect(!page.reasons.isEmpty)
    }

    // MARK: Beside the bridge's script

    private func makePage(frames: BridgePolicy.Frames = .main) async throws -> BridgedTestPage {
        let page = try await BridgedTestPage(service, frames: frames, carrier: .automatic)
        _ = try await page.document()
        try await page.run(
            """
            globalThis.handlerName = name;
            globalThis.twice = number => 2 * number;
            globalThis.addFrame = async () => {
                const frame = document.createElement('iframe');
                await new Promise(resolve => { frame.onload = resolve; frame.src = '/frame'; document.body.append(frame) });
                return frame.contentWindow;
            };
            globalThis.forge = (where, token, ...items) => new Promise((resolve, reject) => {
                const heard = [];
                setTimeout(() => reject(new Error('in vain: ' + heard.join())), 10000);
                const lane = where.webkit.messageHandlers[handlerName].openLane(text => {
                    heard.push(String(text));
                    if (text === undefined) resolve(heard.join());
                });
                lane.send(JSON.stringify([token, ['h', 1], ...items]));
            });
            """, ["name": page.bridge.handlerName])
        return page
    }

    private func expectWorking(_ page: BridgedTestPage) async throws {
        #expect(try await page.outcome("return await own.main('on')") == "value on")
        #expect(try await page.functions.call("twice", 4, returning: Int.self) == 8)
        #expect(try await page.outcome("return own.text.sync('on')") == "value on")
    }

    @Test func `documents that a page invents on lanes go at once, and the true one is heard again`() async throws {
        let page = try await makePage()
        weak let former = try await page.document()
        #expect(
            try await page.outcome(
                "return await forge(window, 'BBBBBBBBBBBBBBBBBBBBBB')")
                == #"value ["BBBBBBBBBBBBBBBBBBBBBB",0],undefined"#)
        try await expectWorking(page)
        try await page.expectOneDocument()
        #expect(try await isReleased { former })
    }

    @Test func `the token of another document is refused on a lane, and the lane is closed`() async throws {
        let page = try await makePage(frames: .all)
        let document = try await page.document()
        #expect(
            try await page.outcome(
                "return await forge(await addFrame(), token, ['m', 'own', 'say', ['forged']], ['c', 1000, 'own', 'main', ['forged']])",
                ["token": document.token]) == "value undefined")
        try await page.wait(for: "the news") {
            if case .malformedMessage(_, "its token is that of another document") = $0 { true } else { false }
        }
        #expect(service.notes.all.isEmpty && !document.isGone)
        try await expectWorking(page)
        #expect(try await page.document() === document)
    }

    @Test func `the token of the page's own document ends that document, and gives another lane none of its calls`()
        async throws
    {
        let page = try await makePage()
        let document = try await page.document()
        try await page.run("globalThis.slow = () => new Promise(() => {})")
        let functions = page.functions
        let call = Task { await Ending.of { () throws(BridgeError) in try await functions.call("slow") } }
        // The document may have gone before the greeting comes, which then makes another: that of the page's own code.
        try await page.run("forge(window, token, ['r', 1, 'forged']).catch(() => {})", ["token": document.token])
        #expect(await call.value == .gone(.navigated))
        #expect(document.isGone && document.isSettled)
        // Lanes have threads of their own: the page's greeting may come behind that of the bridge's next lane, which begins
        // anew when it speaks.
        repeat {
            #expect(try await page.outcome("return await own.main('again')") == "value again")
        } while (try? await page.functions.call("Number", 1, returning: Int.self, timeout: .seconds(1))) == nil
        try await expectWorking(page)
        try await page.expectOneDocument()
    }

    @Test func `a frame that the policy does not allow gets a lane that is closed at once`() async throws {
        let page = try await makePage()
        let document = try await page.document()
        #expect(
            try await page.outcome(
                """
                return await forge(await addFrame(), 'BBBBBBBBBBBBBBBBBBBBBB', ['c', 1, 'own', 'text', ['framed']],
                    ['m', 'own', 'say', ['framed']]);
                """) == "value undefined")
        try await page.wait(for: "the refusal") { if case .refused(_, false, _) = $0 { true } else { false } }
        #expect(service.notes.all.isEmpty && !document.isGone)
        try await expectWorking(page)
    }
}
