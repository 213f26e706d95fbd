import GawaTestSupport
import Testing

@testable import Gawa

/// Script messages that a page's own code posts, even with its document's token; over lanes none of them is the document's.
@MainActor @Suite(.serialized)
struct ForgedMessageTests {
    private let service = SettlingService()

    private static let setUp = """
        // A batch that comes as the answer to a forged message is handed to the port, or the page would miss its number.
        globalThis.post = items => webkit.messageHandlers[handler].postMessage(JSON.stringify([globalThis.token, ...items]))
            .then(text => text && globalThis[key](globalThis.token, text));
        globalThis.twice = number => 2 * number;
        globalThis.never = (tag, signal) => {
            signal.onabort = () => settling.note(tag + ' aborted');
            settling.note(tag);
            return new Promise(() => {});
        };
        """

    private func makePage() async throws -> (BridgedTestPage, BridgedDocument) {
        let page = try await BridgedTestPage(service, carrier: .messages)
        let document = try await page.document()
        try await page.run(
            "Object.assign(globalThis, { token, handler, key }); \(Self.setUp)",
            ["token": document.token, "handler": page.bridge.handlerName, "key": page.bridge.key])
        return (page, document)
    }

    private func expectWorking(_ page: BridgedTestPage, _ document: BridgedDocument) async throws {
        #expect(try await page.outcome("return await settling.same(5)") == "value 5")
        #expect(try await page.functions.call("twice", 4, returning: Int.self) == 8)
        #expect(page.bridge.documents.all.count == 1)
        #expect(page.bridge.documents.all.first === document)
        #expect(document.isSettled)
    }

    @Test func `answers to nobody, for unknown calls and of another shape are dropped`() async throws {
        let (page, document) = try await makePage()
        for item in [
            "['r', 1, 2]", "['r', 0]", "['r', -1, 0]", "['r', 9e15, 0]", "['e', 1, {}]", "['e', 77, null]", "['x', 1]",
            "['x', 'a']", "['r', {}, 1]", "['h', 1, '']", "['h']", "['z']", "[]", "7", "null", "['c']",
            "['c', 0, 'settling', 'same', [1]]", "['c', 1.5, 'settling', 'same', [1]]", "['c', 2, 3, 4, []]",
            "['m', 'settling', 'note']", "['R', 1, {$: 'u'}]",
        ] {
            try await page.run("try { await Promise.race([post([\(item)]), settling.same(1)]) } catch {}")
        }
        #expect(service.started.isEmpty && service.notes.isEmpty)
        try await expectWorking(page, document)
    }

    @Test func `a call that a page posts again runs once`() async throws {
        let (page, document) = try await makePage()
        try await page.run(
            """
            const call = ['c', 1000, 'settling', 'hang', ['a']];
            post([call, call]); post([call]); post([['c', 999, 'settling', 'hang', ['b']]]);
            await new Promise(resolve => setTimeout(resolve, 10));
            """)
        try await service.wait(for: "the call") { !$0.started.isEmpty }
        try await page.run("post([['x', 1000], ['x', 1000]]); await new Promise(resolve => setTimeout(resolve, 10))")
        try await service.wait(for: "the cancellation", timeout: .seconds(1)) { $0.cancelled == ["a"] }
        #expect(service.started == ["a"])
        #expect(document.isSettled)
    }

    @Test func `a page that answers a call of Swift by itself, twice, ends it once with the first answer`() async throws
    {
        let (page, document) = try await makePage()
        let functions = page.functions
        let call = Task { try await functions.call("never", "a", returning: Int.self) }
        try await service.wait(for: "the call") { $0.notes == ["a"] }
        let id = try #require(document.waiting.keys.first)
        try await page.run("post([['r', id, 1], ['r', id, 2], ['e', id, { name: 'Error' }]])", ["id": id])
        #expect(try await call.value == 1)
        try await expectWorking(page, document)
    }

    @Test func `a page that says it is hidden loses its calls, and makes new ones`() async throws {
        let (page, document) = try await makePage()
        let functions = page.functions
        let call = Task { await Ending.of { () throws(BridgeError) in try await functions.call("never", "a") } }
        try await page.run("settling.hang('b').catch(() => {}); await settling.same(0)")
        try await service.wait(for: "the calls") { $0.notes == ["a"] && $0.started == ["b"] }
        try await page.run("post([['b'], ['b']])")
        #expect(await call.value == .gone(.navigated))
        try await service.wait(for: "the cancellation", timeout: .seconds(1)) { $0.cancelled == ["b"] }
        try await expectWorking(page, document)
    }

    @Test func `documents that a page invents go at once, and the true one is heard again`() async throws {
        let (page, first) = try await makePage()
        weak let document = first
        try await page.run(
            """
            for (let index = 0; index < 300; index++) {
                globalThis.token = 'A'.repeat(18) + String(index).padStart(4, '0');
                post([['h', 1]]).catch(() => {});
            }
            """)
        #expect(try await page.outcome("return await settling.same(5)") == "value 5")
        #expect(try await page.functions.call("twice", 4, returning: Int.self) == 8)
        let list = page.bridge.documents
        #expect(try await isReleased { list.all.count > 1 ? list : nil })
        #expect(document == nil || document?.isGone == true)
    }
}
