import Foundation
import GawaTestSupport
import TestProcess
import TestServer
import Testing

@testable import Gawa

/// Messages that a page posts past the bridge's script: none reaches a function, none ends the app.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct RawMessageTests {
    /// Posts raw texts, and waits for what becomes of those that are answered at once.
    private static let post = """
        const handler = webkit.messageHandlers['gawa.echo.noting'];
        globalThis.post = (message, by = handler, patience = 300) => Promise.race([
            by.postMessage(message).then(text => 'answered ' + text, error => 'refused ' + (error.message ?? error)),
            new Promise(resolve => setTimeout(resolve, patience, 'open')),
        ]);
        """

    private func page(frames: BridgePolicy.Frames = .main) async throws -> (BridgedTestPage, Notes) {
        let notes = Notes()
        let page = try await BridgedTestPage(
            EchoService(), NotingService(notes: notes), html: "<!doctype html><iframe src=/frame></iframe>",
            frames: frames)
        try await page.run(Self.post)
        return (page, notes)
    }

    private static let token = "AAAAAAAAAAAAAAAAAAAAAA"

    @Test func `a message that begins with no token of a document is refused and told`() async throws {
        let (page, notes) = try await page()
        let call = "[\"c\",1,\"noting\",\"note\",[\"forged\"]]"
        for (message, reason) in [
            ("'[\"\(Self.token)\",\(call)]'", "pageGone"),
            ("'[\"\",\(call)]'", "it does not begin with a token"),
            ("'[\"x\",[\"h\",1],\(call)]'", "it does not begin with a token"),
            ("'[\"' + 'x'.repeat(100) + '\",[\"h\",1,\"\"]]'", "it does not begin with a token"),
            ("'[null,\(call)]'", "it does not begin with a token"), ("'[]'", "it does not begin with a token"),
            ("'{}'", "it does not begin with a token"), ("'7'", "it does not begin with a token"),
            ("''", "The text is no JSON at byte 0."), ("'[\"\(Self.token)\"'", "The text is no JSON at byte 25."),
            ("'[\"\(Self.token)\",[\"h\",2],\(call)]'", "its greeting is of another version"),
            ("'[\"\(Self.token)\",[\"H\",1],\(call)]'", "pageGone"),
            ("'[\"\(Self.token)\",[\"h\",1,\"\"],\(call)]'", "its greeting is of another version"),
            ("'[\"\(Self.token)\",[\"h\",\"1\"],\(call)]'", "its greeting is of another version"),
            ("'[\"\(Self.token)\",[[\"h\"],1],\(call)]'", "pageGone"),
            ("'[\"\(Self.token)\",[\"n\",\"https://app.example\"],\(call)]'", "pageGone"),
            ("'[\"\(Self.token)\",{\"$\":\"x\"}]'", "The object at [1] has a $ and is no tag."),
            ("'['.repeat(600) + ']'.repeat(600)", "The text nests deeper than 515 levels."),
            ("5", "it is no text"), ("null", "it is no text"), ("undefined", "it is no text"), ("[1]", "it is no text"),
            ("{ a: new Date }", "it is no text"), ("true", "it is no text"), ("10n", "it is no text"),
        ] {
            let outcome = try #require(try await page.run("return await post(\(message), undefined, 20000)") as? String)
            if message != "10n" {
                // A document that the app does not know is asked to greet.
                let words = reason == "pageGone" ? reason : "OperationError: The message was dropped: \(reason)"
                #expect(outcome == "refused \(words)", "\(message)")
            }
            #expect(!outcome.contains("answered"), "\(message)")
        }
        #expect(notes.lines.isEmpty)
        #expect(try await page.outcome("return await noting.note('own')") == "value own")
    }

    @Test func `a document that greets by hand may call, and items of any other shape in its messages do nothing`()
        async throws
    {
        let (page, notes) = try await page()
        let open = "[\"\(Self.token)\",[\"h\",1]"
        let items = [
            "[]", "{}", "null", "5", "\"c\"", "[null]", "[[]]", "[\"\"]", "[\"cc\",1]", "[\"z\",1]", "[\"c\"]",
            "[\"c\",1]",
            "[\"c\",0,\"noting\",\"note\",[\"a\"]]", "[\"c\",-1,\"noting\",\"note\",[\"b\"]]",
            "[\"c\",1.5,\"noting\",\"note\",[\"d\"]]", "[\"c\",\"1\",\"noting\",\"note\",[\"e\"]]",
            "[\"c\",1e300,\"noting\",\"note\",[\"f\"]]", "[\"c\",9007199254740993,\"noting\",\"note\",[\"g\"]]",
            "[\"c\",{\"$\":\"i\",\"v\":\"99999999999999999999\"},\"noting\",\"note\",[\"h\"]]",
            "[\"c\",null,\"noting\",\"note\",[\"i\"]]", "[\"c\",2,5,\"note\",[\"j\"]]",
            "[\"c\",3,\"noting\",null,[\"k\"]]",
            "[\"c\",4,\"noting\",\"note\",\"l\"]", "[\"c\",5,\"noting\",\"note\",{\"0\":\"m\",\"length\":1}]",
            "[\"c\",6,\"noting\",\"note\",[\"n\"],1,2]", "[\"m\",\"noting\",\"say\"]",
            "[\"m\",\"noting\",\"say\",\"o\"]",
            "[\"m\",1,2,[]]", "[\"m\",\"noting\",\"say\",[\"p\"],1]", "[\"x\"]", "[\"x\",null]", "[\"x\",-1]",
            "[\"x\",1e999]",
            "[\"r\"]", "[\"r\",1,2,3]", "[\"r\",null]", "[\"r\",99,1]", "[\"r\",-9223372036854775808]", "[\"e\",1]",
            "[\"e\",99,null]", "[\"e\",99,5]", "[\"e\",{},{}]", "[\"n\",\"x\"]", "[\"b\",1]",
        ]
        try await page.run(
            "for (const item of items.split('\\n')) await post(open + ',' + item + ']')",
            ["items": items.joined(separator: "\n"), "open": open])
        #expect(notes.lines.isEmpty)
        // Letters of either case are read alike; a number is used once, and none below it.
        let calls = [10, 10, 9, 1, 11].map { "[\"C\",\($0),\"noting\",\"note\",[\"hand \($0)\"]]" }
        try await page.run(
            "await post(open + ',' + calls + ']')", ["open": open, "calls": calls.joined(separator: ",")])
        #expect(notes.lines == [10, 11].map { "\(page.server.origin()) hand \($0)" })
        // The greeting took the place of the page's own document, which begins anew when it hears so.
        #expect(try await page.outcome("return await noting.note('own')") == "value own")
        try await page.page.load(page.server.url())
        #expect(try await page.outcome("return await noting.note('own')") == "value own")
    }

    @Test func `messages of a document that are posted again do nothing, and those of another frame are refused`()
        async throws
    {
        let (page, notes) = try await page(frames: .all)
        #expect(try await page.outcome("return await noting.note('own')") == "value own")
        let token = try await page.document().token
        let origin = page.server.origin()
        // What no page can know: the token, and what was posted.
        try await page.run(
            "await post('[\"' + token + '\",[\"c\",1,\"noting\",\"note\",[\"again\"]]]')", ["token": token])
        #expect(notes.lines == ["\(origin) own"])
        let framed =
            try await page.run(
                """
                const handler = frames[0].webkit.messageHandlers['gawa.echo.noting'];
                return await post('["' + token + '",["c",1000,"noting","note",["frame"]]]', handler);
                """, ["token": token]) as? String
        #expect(framed == "refused OperationError: The message was dropped: its token is that of another document")
        #expect(notes.lines == ["\(origin) own"])
        #expect(try await page.outcome("return await noting.note('second')") == "value second")
        // Nor by the token of a document that has gone.
        try await page.page.load(page.server.url())
        try await page.run(Self.post)
        let late = try await page.run(
            "return await post('[\"' + token + '\",[\"c\",1000,\"noting\",\"note\",[\"late\"]]]')", ["token": token])
        #expect(late as? String == "refused pageGone")
        #expect(notes.lines == ["\(origin) own", "\(origin) second"])
        #expect(try await page.outcome("return await noting.note('third')") == "value third")
    }

    @Test func `answers that no call waits for, and answers of another frame, end no call of the app`() async throws {
        let (page, _) = try await page(frames: .all)
        try await page.run("globalThis.slow = () => new Promise(resolve => { globalThis.finish = resolve })")
        let functions = page.functions
        let answer = Task { try await functions.call("slow", returning: String.self) }
        try await page.run("while (!globalThis.finish) await new Promise(resolve => setTimeout(resolve))")
        let token = try await page.document().token
        for item in ["[\"r\",1,\"forged\"]", "[\"e\",1,{\"name\":\"Error\"}]"] {
            let refused =
                try await page.run(
                    """
                    const handler = frames[0].webkit.messageHandlers['gawa.echo.noting'];
                    return await post('["' + token + '",' + item + ']', handler);
                    """, ["token": token, "item": item]) as? String
            #expect(refused == "refused OperationError: The message was dropped: its token is that of another document")
            // The main frame itself, by another number.
            try await page.run(
                "await post('[\"' + token + '\",' + item.replace('1', '7') + ']')", ["token": token, "item": item])
        }
        try await page.run("finish('true answer')")
        #expect(try await answer.value == "true answer")
    }

    @Test(arguments: [1, 2])
    func `thousands of random and mutated messages call nothing wrongly, and the page goes on`(seed: UInt64)
        async throws
    {
        let (page, notes) = try await page()
        var generator = SeededGenerator(seed: seed)
        let fuzzer = MessageFuzzer(token: Self.token)
        for round in 0..<(FullTests.areOn ? 200 : 8) {
            let messages = (0..<500).map { _ in fuzzer.message(using: &generator) }
            let text = try String(decoding: JSONEncoder().encode(messages), as: UTF8.self)
            _ = try await page.run(
                """
                const handler = webkit.messageHandlers['gawa.echo.noting'];
                for (const message of JSON.parse(text)) handler.postMessage(message).catch(() => {});
                """, ["text": text])
            // Only what the fuzzer may have said can have been heard.
            #expect(
                notes.lines.allSatisfy { $0.hasPrefix(page.server.origin()) || $0 == "waits" || $0 == "cancelled" },
                "round \(round)")
        }
        try await page.page.load(page.server.url())
        #expect(try await page.outcome("return await noting.note('own')") == "value own")
        #expect(notes.lines.last == "\(page.server.origin()) own")
        #expect(page.diagnostics.contains { if case .malformedMessage = $0 { true } else { false } })
    }
}
