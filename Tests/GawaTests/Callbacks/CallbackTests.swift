import Foundation
import GawaTestSupport
import GawaWebKit
import Testing

@testable import Gawa

/// Functions and streams that a page passes, to a page that speaks the protocol by hand.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct CallbackTests {
    private let service = TapService()

    private func page() async throws -> RawPage {
        try await RawPage(service)
    }

    private static func function(_ number: Int) -> String { "{\"$\":\"f\",\"v\":\(number)}" }
    private static func stream(_ number: Int) -> String { "{\"$\":\"s\",\"v\":\(number)}" }

    /// What comes of a call and of what it passed, in any order.
    private func items(_ page: RawPage, _ count: Int) async throws -> Set<String> { Set(try await page.items(count)) }

    @Test func `a function that is passed is called by its number, and given up when the app's function has returned`()
        async throws
    {
        let page = try await page()
        try await page.say("[\"c\",2,\"tap\",\"apply\",[\(Self.function(1)),5]]")
        #expect(try await page.items(1) == [#"["c",1,1,[5]]"#])
        try await page.say(#"["r",1,6]"#)
        #expect(try await items(page, 2) == [#"["r",2,6]"#, #"["f",1]"#])
        #expect(try await page.settledItems() == [])
        // With an error, too.
        try await page.say("[\"c\",12,\"tap\",\"apply\",[\(Self.function(11)),5]]")
        #expect(try await page.items(1) == [#"["c",2,11,[5]]"#])
        try await page.say(#"["e",2,{"name":"RangeError","message":"far"}]"#)
        let answers = try await items(page, 2)
        #expect(answers.contains(#"["f",11]"#))
        #expect(answers.contains { $0.hasPrefix("[\"e\",12,") && $0.contains("far") })
        #expect(page.diagnostics == [])
    }

    @Test func `an optional one is nil when none is passed, and results are read as their type`() async throws {
        let page = try await page()
        try await page.say(#"["c",1,"tap","applyIfAny",[]]"#, #"["c",2,"tap","applyIfAny",[null]]"#)
        #expect(try await items(page, 2) == [#"["r",1,"none"]"#, #"["r",2,"none"]"#])
        try await page.say("[\"c\",4,\"tap\",\"applyIfAny\",[\(Self.function(3))]]")
        #expect(try await page.items(1) == [#"["c",1,3,["a",1]]"#])
        try await page.say(#"["r",1,5]"#)
        let answers = try await items(page, 2)
        #expect(answers.contains { $0.contains("result should be a string, and is a number (5)") }, "\(answers)")
        // One without a result.
        try await page.say("[\"c\",6,\"tap\",\"run\",[\(Self.function(5))]]")
        #expect(try await page.items(1) == [#"["c",2,5,[]]"#])
        try await page.say(#"["r",2,"anything"]"#)
        #expect(try await items(page, 2) == [#"["r",6]"#, #"["f",5]"#])
    }

    @Test func `BR-042: one that is kept is given up once, by whoever lets it go first, and by nobody else`()
        async throws
    {
        let page = try await page()
        for number in [1, 3, 5] {
            try await page.say("[\"c\",\(number + 1),\"tap\",\"keep\",[\(Self.function(number))]]")
            #expect(try await page.items(1) == ["[\"r\",\(number + 1)]"])
        }
        #expect(try await page.settledItems() == [])
        let kept = service.kept
        #expect(kept.map { $0.isCallable } == [true, true, true])
        // Twice, and from many threads at once.
        await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { kept[0].release() } }
        }
        #expect(try await page.items(1) == [#"["f",1]"#])
        kept[1].release()
        #expect(try await page.items(1) == [#"["f",3]"#])
        #expect(kept.map { $0.isCallable } == [false, false, true])
        let error = await #expect(throws: BridgeError.self) { try await kept[0](1) }
        guard case .givenUp = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // Not at all: the last one who refers to it lets it go.
        let call = Task { [last = kept[2]] in try await last(7) }
        #expect(try await page.items(1) == [#"["c",1,5,[7]]"#])
        service.letGo()
        try await page.say(#"["r",1,8]"#)
        #expect(try await call.value == 8)
        #expect(try await page.settledItems() == [])
        withExtendedLifetime(kept) {}
    }

    @Test func `BR-042: one that nobody refers to any more is given up within a second, from any thread`() async throws
    {
        let page = try await page()
        for number in 1...20 { try await page.say("[\"m\",\"tap\",\"keepSilently\",[\(Self.function(number))]]") }
        try await service.wait(for: "all") { $0.kept.count == 20 }
        #expect(try await page.settledItems() == [])
        let parts = service.kept.map { Box($0) }
        service.letGo()
        let start = ContinuousClock.now
        await withTaskGroup { group in
            for part in parts { group.addTask { part.letGo() } }
        }
        #expect(try await items(page, 20) == Set((1...20).map { "[\"f\",\($0)]" }))
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    @Test func `what no function takes is given up at once, whatever becomes of the call`() async throws {
        let page = try await page()
        let calls = [
            "[\"c\",2,\"tap\",\"ignore\",[\(Self.function(1))]]", "[\"c\",4,\"tap\",\"none\",[\(Self.function(3))]]",
            "[\"c\",6,\"tap\",\"text\",[\(Self.function(5))]]", "[\"c\",8,\"tap\",\"run\",[\(Self.stream(7))]]",
            "[\"c\",10,\"tap\",\"sum\",[\(Self.function(9))]]",
            "[\"c\",12,\"tap\",\"run\",[null,\(Self.function(11))]]",
            "[\"m\",\"tap\",\"none\",[\(Self.function(13))]]",
            "[\"m\",\"tap\",\"keepSilently\",[5,\(Self.function(15))]]",
            "[\"s\",18,\"tap\",\"count\",[\(Self.stream(17))]]", "[\"s\",20,\"tap\",\"none\",[\(Self.stream(19))]]",
            "[\"c\",2,\"tap\",\"ignore\",[\(Self.function(21))]]",
            "[\"c\",24,\"tap\",\"list\",[[\(Self.function(23))]]]",
        ]
        try await page.sayEach(calls)
        let items = try await page.items(until: "items => items.length >= 20")
        #expect(
            Set(items.filter { $0.hasPrefix("[\"f\"") })
                == Set([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21].map { "[\"f\",\($0)]" }))
        #expect(items.contains { $0.contains("arguments[0] should be a string, and is a function") })
        #expect(items.contains { $0.contains("arguments[0] should be a function, and is a stream") })
        #expect(items.contains { $0.contains("arguments[0] should be a stream, and is a function") })
        #expect(
            items.contains {
                $0.contains(
                    "arguments[0][0] should be a function, which can only be a whole argument, and is a function")
            })
        // A stream that was opened for another of its kind, and those that were read to their end.
        #expect(try await page.settledItems() == [])
    }

    @Test func `tags of functions and streams that no script writes make the message unreadable`() async throws {
        let page = try await page()
        for value in ["0", "-1", "1.5", "\"1\"", "null", "{}", "[]", "true"] {
            for letter in ["f", "s"] {
                try await page.say("[\"c\",1,\"tap\",\"text\",[{\"$\":\"\(letter)\",\"v\":\(value)}]]")
            }
        }
        try await page.say(#"["c",1,"tap","text",[{"$":"f"}]]"#)
        #expect(try await page.settledItems() == [])
        #expect(
            page.diagnostics.allSatisfy {
                if case .malformedMessage(_, let reason) = $0 {
                    reason.hasSuffix("has a $ and is no tag.")
                } else {
                    false
                }
            })
        #expect(page.diagnostics.count == 1)
    }

    enum End: CaseIterable { case hidden, left, closed }

    @Test(arguments: End.allCases)
    func `calls after the document went end so, and keep nothing`(end: End) async throws {
        let page = try await page()
        try await page.say("[\"c\",2,\"tap\",\"keep\",[\(Self.function(1))]]")
        _ = try await page.items(1)
        let callback = try #require(service.kept.first)
        weak let document = page.document
        let waiting = Task { await Ending.of { () throws(BridgeError) in _ = try await callback(1) } }
        #expect(try await page.items(1) == [#"["c",1,1,[1]]"#])
        switch end {
        case .hidden: try await page.say(#"["b"]"#)
        case .left: try await page.page.load(try #require(URL(string: "about:blank")))
        case .closed: page.bridge.close()
        }
        let expected = Ending.gone(end == .closed ? .bridgeClosed : .navigated)
        #expect(await waiting.value == expected)
        #expect(await Ending.of { () throws(BridgeError) in _ = try await callback(1) } == expected)
        #expect(!callback.isCallable)
        callback.release()
        if end != .hidden { #expect(try await isReleased { document }) }
    }

    @Test func `a service that keeps what was passed keeps neither the document nor the bridge`() async throws {
        weak var bridge: Bridge?
        weak var document: BridgedDocument?
        weak var kept: TapService?
        do {
            let service = TapService()
            kept = service
            let page = try await RawPage(service)
            try await page.say("[\"c\",2,\"tap\",\"keep\",[\(Self.function(1))]]")
            try await page.say("[\"c\",4,\"tap\",\"keepStream\",[\(Self.stream(3))]]")
            _ = try await page.items(2)
            #expect(service.kept.count == 1 && service.keptStreams.count == 1)
            bridge = page.bridge
            document = page.document
        }
        #expect(try await isReleased { bridge })
        #expect(try await isReleased { document })
        #expect(try await isReleased { kept })
    }

    // MARK: Streams as arguments

    @Test func `a stream that is passed is opened by its number, once, and not given up besides`() async throws {
        let page = try await page()
        try await page.say("[\"c\",2,\"tap\",\"sum\",[\(Self.stream(1))]]")
        #expect(try await page.items(1) == [#"["s",1,1,[]]"#])
        try await page.say(#"["i",1,2]"#, #"["i",1,3]"#, #"["d",1]"#)
        let items = try await page.items(until: "items => items.includes('[\"r\",2,5]')")
        #expect(!items.contains { $0.hasPrefix("[\"f\"") || $0.hasPrefix("[\"x\"") })
        #expect(try await page.settledItems() == [])
    }

    @Test func `a stream that is kept can be read once, or be given up`() async throws {
        let page = try await page()
        for number in [1, 3, 5] {
            try await page.say("[\"c\",\(number + 1),\"tap\",\"keepStream\",[\(Self.stream(number))]]")
            _ = try await page.items(1)
        }
        let streams = service.keptStreams
        service.letGo()
        let task = Task { try await streams[0].reduce(0, +) }
        #expect(try await page.items(1) == [#"["s",1,1,[]]"#])
        await #expect(throws: BridgeError.self) { for try await _ in streams[0] {} }
        try await page.say(#"["i",1,4]"#, #"["d",1]"#)
        #expect(try await task.value == 4)
        streams[1].release()
        streams[1].release()
        #expect(
            try await page.items(until: "items => items.includes('[\"f\",3]')").count { $0.hasPrefix("[\"f\"") } == 1)
        await #expect(throws: BridgeError.self) { for try await _ in streams[1] {} }
        streams[0].release()
        #expect(try await page.settledItems() == [])
    }

    @Test func `a stream of the app that reads one of the page is a channel both ways`() async throws {
        let page = try await page()
        try await page.say("[\"s\",2,\"tap\",\"double\",[\(Self.stream(1))]]")
        #expect(try await page.items(1) == [#"["s",1,1,[]]"#])
        for number in 1...3 {
            try await page.say("[\"i\",1,\(number)]")
            #expect(
                try await page.items(until: "items => items.some(item => item.startsWith('[\"i\"'))").contains(
                    "[\"i\",2,\(number * 2)]"))
        }
        try await page.say(#"["x",2]"#)
        #expect(try await page.items(until: "items => items.includes('[\"x\",1]')").count <= 2)
        #expect(try await isReleased { page.document?.streams.isSettled == false ? page : nil })
    }
}

/// What another thread lets go of.
private final class Box: @unchecked Sendable {
    // Sound: one task has it.
    private var callback: Callback<Int, Int>?

    init(_ callback: Callback<Int, Int>) {
        self.callback = callback
    }

    func letGo() {
        callback = nil
    }
}
