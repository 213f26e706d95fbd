import Foundation
import GawaTestSupport
import GawaWebKit
import Testing

@testable import Gawa

/// What the app says of the streams that it opens, to a page that speaks the protocol by hand.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct OpenedByAppTests {
    private let service = TapService()

    private func page(_ change: (inout BridgeLimits) -> Void = { _ in }) async throws -> RawPage {
        var limits = BridgeLimits()
        limits.streamItemCount = 4
        change(&limits)
        return try await RawPage(service, limits: limits)
    }

    private func stream(_ page: RawPage, _ name: String = "numbers") -> PageStream<Int> {
        page.bridge.page(in: page.page.webView).stream(name, of: Int.self)
    }

    /// Reads a stream to its end, and tells it in words.
    private func reading(_ stream: PageStream<Int>) -> Task<String, Never> {
        Task {
            var words = ""
            do {
                for try await item in stream { words += "\(item) " }
                return words + "end"
            } catch {
                return words + "\(error)"
            }
        }
    }

    private func isSettled(_ page: RawPage) async throws -> Bool {
        try await isReleased { page.document?.streams.isSettled == false ? page : nil }
    }

    @Test func `a stream is opened when its first item is asked for, by each iteration anew`() async throws {
        let page = try await page()
        let stream = page.bridge.page(in: page.page.webView).stream("a.b", 1, Int64(2), of: Int.self)
        #expect(try await page.settledItems() == [])
        let first = reading(stream)
        #expect(try await page.items(1) == [#"["S",1,"a.b",[1,{"$":"i","v":"2"}]]"#])
        let second = reading(stream)
        #expect(try await page.items(1) == [#"["S",2,"a.b",[1,{"$":"i","v":"2"}]]"#])
        try await page.say(#"["i",2,20]"#, #"["i",1,10]"#, #"["i",1,11]"#, #"["d",2]"#, #"["d",1]"#)
        #expect(await first.value == "10 11 end")
        #expect(await second.value == "20 end")
        #expect(try await isSettled(page))
        // Nobody is told of an end that he told.
        #expect(try await page.settledItems().filter { !$0.hasPrefix("[\"k\"") } == [])
        // The numbers are those of calls too.
        let call = Task { try await page.bridge.page(in: page.page.webView).call("f", returning: Int.self) }
        #expect(try await page.items(1) == [#"["c",3,"f",[]]"#])
        try await page.say(#"["r",3,7]"#)
        #expect(try await call.value == 7)
        #expect(page.diagnostics == [])
    }

    @Test func `the page is told what was taken when that is half a window, and when nothing is left`() async throws {
        let page = try await page()
        let iterator = StreamIteration(stream(page))
        let first = Task { try await page.items(1) }
        try await page.sayEach(["[\"i\",1,0]"])
        // The number is not used yet.
        try await page.wait(for: "the refusal") { _ in true }
        #expect(page.diagnostics.count == 1)
        let opening = Task { try await page.say(#"["i",1,0]"#, #"["i",1,1]"#, #"["i",1,2]"#, #"["i",1,3]"#) }
        #expect(try await iterator.next() == 0)
        #expect(try await first.value == [#"["s",1,"numbers",[]]"#])
        try await opening.value
        #expect(try await page.settledItems() == [])
        #expect(try await iterator.next() == 1)
        #expect(try await page.items(1) == [#"["k",1,2]"#])
        #expect(try await iterator.next() == 2)
        #expect(try await iterator.next() == 3)
        #expect(try await page.items(1) == [#"["k",1,2]"#])
        try await page.say(#"["i",1,4]"#)
        #expect(try await iterator.next() == 4)
        #expect(try await page.settledItems() == [])
        let last = Task { try await iterator.next() }
        #expect(try await page.items(1) == [#"["k",1,1]"#])
        try await page.say(#"["d",1]"#)
        #expect(try await last.value == nil)
    }

    @Test func `leaving the loop, letting go of the iterator and cancelling the task tell the page, once`() async throws
    {
        let page = try await page()
        let broken = Task {
            for try await item in stream(page) { return item }
            return -1
        }
        #expect(try await page.items(1) == [#"["s",1,"numbers",[]]"#])
        try await page.say(#"["i",1,5]"#, #"["i",1,6]"#)
        #expect(try await broken.value == 5)
        #expect(try await page.items(1) == [#"["x",1]"#])

        let cancelled = reading(stream(page))
        #expect(try await page.items(1) == [#"["s",2,"numbers",[]]"#])
        cancelled.cancel()
        #expect(await cancelled.value == "The task that waited for the page was cancelled")
        #expect(try await page.items(1) == [#"["x",2]"#])

        let early = reading(stream(page))
        early.cancel()
        #expect(await early.value == "The task that waited for the page was cancelled")
        // What comes for streams that were left is dropped without a word.
        try await page.say(#"["i",1,7]"#, #"["e",1,{"name":"Error","message":"late"}]"#, #"["d",2]"#, #"["i",2,7]"#)
        #expect(try await page.settledItems() == [])
        #expect(page.diagnostics == [])
        #expect(try await isSettled(page))
    }

    @Test func `an error of the page is thrown after the items before it, and the sequence is at its end then`()
        async throws
    {
        let page = try await page()
        let iterator = StreamIteration(stream(page))
        let task = Task {
            _ = try await page.items(1)
            try await page.say(
                #"["i",1,1]"#,
                #"["e",1,{"name":"RangeError","message":"too far","code":"far","data":{"$":"i","v":"5"}}]"#)
        }
        #expect(try await iterator.next() == 1)
        try await task.value
        let error = await #expect(throws: BridgeError.self) { try await iterator.next() }
        guard case .javaScript(let thrown) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(thrown.name == "RangeError" && thrown.code == "far")
        #expect(try thrown.data(as: Int64.self) == 5)
        #expect(try await iterator.next() == nil)
        let missing = reading(stream(page, "cart.lines"))
        _ = try await page.items(until: "items => items.some(item => item.startsWith('[\"s\"'))")
        try await page.say(
            #"["e",2,{"name":"NotFoundError","code":"unknownFunction","message":"no function cart.lines"}]"#)
        #expect(await missing.value == "The page has no function 'cart.lines'")
    }

    @Test func `an item of another type ends the stream and tells the page`() async throws {
        let page = try await page()
        let task = reading(stream(page))
        _ = try await page.items(1)
        try await page.say(#"["i",1,1]"#, #"["i",1,"two"]"#, #"["i",1,3]"#)
        #expect(
            await task.value
                == "1 item should be an integer within ±(2^53−1), or a BigInt from -9223372036854775808 to "
                + "9223372036854775807, and is a string (\"two\")")
        #expect(try await page.items(until: "items => items.includes('[\"x\",1]')").last == #"["x",1]"#)
        #expect(page.diagnostics == [])
        #expect(try await isSettled(page))
    }

    @Test func `an item without a value is nil, and only where that is an item`() async throws {
        let page = try await page()
        let functions = page.bridge.page(in: page.page.webView)
        let task = Task {
            var items: [Int?] = []
            for try await item in functions.stream("numbers", of: Int?.self) { items.append(item) }
            return items
        }
        _ = try await page.items(1)
        try await page.say(#"["i",1]"#, #"["i",1,null]"#, #"["I",1,{"$":"u"}]"#, #"["i",1,4]"#, #"["d",1]"#)
        #expect(try await task.value == [nil, nil, nil, 4])
    }

    @Test func `a page that sends beyond the window has its stream ended, and nothing grows`() async throws {
        let page = try await page()
        let iterator = StreamIteration(stream(page))
        let first = Task { try await iterator.next() }
        _ = try await page.items(1)
        try await page.sayEach((0..<1000).map { "[\"i\",1,\($0)]" })
        #expect(try await first.value == 0)
        #expect(try await page.items(until: "items => items.includes('[\"x\",1]')").count == 1)
        var items: [Int] = []
        let error = await #expect(throws: BridgeError.self) {
            while let item = try await iterator.next() { items.append(item) }
        }
        #expect(items.count < 9)
        #expect(error?.description == "item should be within what was asked for, and is more")
        #expect(
            page.diagnostics == [
                .malformedMessage(
                    origin: page.server.origin(), reason: "more items of a stream, or longer ones, than were asked for")
            ])
        #expect(try await isSettled(page))
    }

    @Test func `a page that sends too much at once has its stream ended`() async throws {
        let page = try await page { $0.streamByteCount = 1000 }
        let strings = page.bridge.page(in: page.page.webView).stream("texts", of: String.self)
        let iterator = StreamIteration(strings)
        let first = Task { try await iterator.next()?.count }
        _ = try await page.items(1)
        // Of 1,000 units as many as fit in three bytes each, after a single one of any length.
        try await page.page.call("say('[\"i\",1,\"' + 'x'.repeat(100000) + '\"]')")
        #expect(try await first.value == 100_000)
        try await page.page.call(
            "for (const length of [1400, 1400, 1400]) say('[\"i\",1,\"' + 'x'.repeat(length) + '\"]')")
        _ = try await page.items(until: "items => items.includes('[\"x\",1]')")
        #expect(try await iterator.next()?.count == 1400)
        #expect(try await iterator.next()?.count == 1400)
        await #expect(throws: BridgeError.self) { try await iterator.next() }
    }

    enum End: CaseIterable { case hidden, left, closed, removed }

    @Test(arguments: End.allCases)
    func `streams of the page end when the document is hidden or goes, after what has come`(end: End) async throws {
        let page = try await page()
        let task = reading(stream(page))
        _ = try await page.items(1)
        try await page.say(#"["i",1,1]"#)
        _ = try await page.items(1)
        switch end {
        case .hidden: try await page.say(#"["b"]"#)
        case .left: try await page.page.load(try #require(URL(string: "about:blank")))
        case .closed: page.bridge.close()
        case .removed: page.bridge.remove(from: page.page.controller)
        }
        let isOfBridge = end == .closed || end == .removed
        #expect(
            await task.value
                == (isOfBridge
                    ? "1 The bridge was closed before the page answered" : "1 The document went before it answered"))
        // The page's iterator is returned from.
        if isOfBridge { #expect(try await page.items(1) == [#"["x",1]"#]) }
    }

    @Test func `a stream without a document waits for one, and ends in time`() async throws {
        let page = try await page()
        let other = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
        let none = page.bridge.page(in: other).stream("f", of: Int.self, timeout: .milliseconds(20))
        #expect(await reading(none).value == "No document in the view has spoken to the bridge")
        withExtendedLifetime(other) {}
        page.bridge.close()
        #expect(await reading(stream(page)).value == "The bridge was closed before the page answered")
    }

    @Test func `arguments that cannot be sent are told when the first item is asked for`() async throws {
        let page = try await page()
        let bad = page.bridge.page(in: page.page.webView).stream("f", Decimal.nan, of: Int.self)
        let words = await reading(bad).value
        #expect(words.hasPrefix("arguments[0] cannot be sent: "), "\(words)")
        #expect(try await page.settledItems() == [])
    }

    @Test func `ends and items of streams that were never opened are told of`() async throws {
        let page = try await page()
        try await page.say(#"["i",1,1]"#, #"["d",2]"#, #"["i",-1,1]"#, #"["i",0,1]"#, #"["d",9007199254740991]"#)
        _ = try await page.settledItems()
        #expect(
            page.diagnostics == [
                .malformedMessage(origin: page.server.origin(), reason: "an item of a stream that was not opened")
            ])
    }
}
