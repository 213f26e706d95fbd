import Foundation
import GawaTestSupport
import GawaWebKit
import Testing

@testable import Gawa

/// What the app says of streams that a page opens, to a page that speaks the protocol by hand.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct OpenedByPageTests {
    private let service = TapService()

    private func page(
        over carrier: BridgeCarrier = TestCarrier.chosen, _ change: (inout BridgeLimits) -> Void = { _ in }
    ) async throws -> RawPage {
        var limits = BridgeLimits()
        limits.streamItemCount = 4
        change(&limits)
        return try await RawPage(service, limits: limits, carrier: carrier)
    }

    private func isSettled(_ page: RawPage) async throws -> Bool {
        try await isReleased { page.document?.streams.isSettled == false ? page : nil }
    }

    // MARK: Items

    @Test func `items come in order within the window, then the end, and no more are asked for than can be sent`()
        async throws
    {
        let page = try await page()
        try await page.say(#"["s",1,"tap","count",[6]]"#)
        #expect(try await page.items(4) == ["[\"i\",1,0]", "[\"i\",1,1]", "[\"i\",1,2]", "[\"i\",1,3]"])
        #expect(try await page.settledItems() == [])
        #expect(service.asked["count"] == 4)
        try await page.say(#"["k",1,1]"#)
        #expect(try await page.items(1) == ["[\"i\",1,4]"])
        #expect(try await page.settledItems() == [])
        #expect(service.asked["count"] == 5)
        try await page.say(#"["k",1,4]"#)
        #expect(try await page.items(2) == ["[\"i\",1,5]", "[\"d\",1]"])
        try await service.wait(for: "the iterator's end") { $0.notes == ["begin count", "end count"] }
        #expect(try await isSettled(page))
        #expect(page.diagnostics == [])
    }

    @Test func `items are held back by their length, and one alone may be as long as it likes`() async throws {
        let page = try await page { $0.streamByteCount = 100 }
        try await page.say(#"["s",1,"tap","sized",[[60,60,500,30,30,30]]]"#)
        // Quotation marks count too.
        #expect(try await page.items(1).map(\.count) == [60 + 10])
        for expected in [[60], [500], [30, 30, 30]] {
            #expect(try await page.settledItems() == [])
            try await page.say(#"["k",1,1]"#)
            #expect(try await page.items(expected.count).map(\.count) == expected.map { $0 + 10 })
        }
        #expect(try await page.items(1) == ["[\"d\",1]"])
    }

    @Test func `values that JSON has no word for are told by a capital letter, and nil is left out`() async throws {
        let page = try await page()
        try await page.say(#"["s",1,"tap","optionals",[]]"#, #"["s",2,"tap","who",[]]"#)
        let items = try await page.items(until: "items => items.includes('[\"d\",1]') && items.includes('[\"d\",2]')")
        #expect(
            items.filter { $0.contains(",1") } == [
                #"["I",1,{"$":"i","v":"0"}]"#, #"["i",1]"#, #"["I",1,{"$":"i","v":"2"}]"#, #"["d",1]"#,
            ])
        #expect(items.contains("[\"i\",2,\"\(page.server.origin())\"]"))
    }

    @Test func `a page that does not read holds back its own stream only`() async throws {
        let page = try await page()
        try await page.say(#"["s",1,"tap","tagged",["slow",1000000]]"#, #"["s",2,"tap","tagged",["fast",1000]]"#)
        var fast: [String] = []
        while fast.last != "[\"d\",2]" {
            let items = try await page.items(until: "items => items.some(item => item[5] === '2')")
            fast += items.filter { $0.hasPrefix("[\"i\",2") || $0.hasPrefix("[\"d\",2") }
            let count = fast.count
            try await page.say("[\"k\",2,\(items.count { $0.hasPrefix("[\"i\",2") })]")
            #expect(count <= 1001)
        }
        #expect(fast.dropLast() == (0..<1000).map { "[\"i\",2,\($0)]" })
        #expect(service.asked["slow"] == 4)
        try await page.say(#"["x",1]"#)
        try await service.wait(for: "the end of the slow one") { $0.notes.contains("end slow") }
        #expect(service.asked["slow"] == 4)
    }

    @Test func `items that come apart travel together while the page takes those before`() async throws {
        let page = try await page(over: .messages) { $0.streamItemCount = 2000 }
        try await page.page.evaluate("pause = 20; 0")
        try await page.say(#"["s",1,"tap","hopping",[1000]]"#)
        let items = try await page.items(1001)
        #expect(items == (0..<1000).map { "[\"i\",1,\($0)]" } + ["[\"d\",1]"])
        let batchCount = try #require(try await page.page.evaluate("batchCount") as? Int)
        #expect(batchCount < 200, "\(batchCount) batches")
    }

    // MARK: Ends

    @Test func `a stream that cannot be opened, or fails, ends with one error after its items`() async throws {
        let page = try await page()
        let ends = [
            (#"["s",1,"tap","refuse",[]]"#, #"{"name":"Error","code":"tap.failed","message":"It failed"}"#),
            (#"["s",2,"tap","failAfter",[0]]"#, #"{"name":"Error","code":"tap.failed","message":"It failed"}"#),
            (
                #"["s",3,"tap","nothing",[]]"#,
                #"{"name":"NotFoundError","code":"unknownFunction","message":"There is no function 'tap.nothing'"}"#
            ),
            (
                #"["s",4,"tap","text",["a"]]"#,
                #"{"name":"NotFoundError","code":"unknownFunction","message":"There is no function 'tap.text'"}"#
            ),
            (
                #"["s",5,"tap","count",["a"]]"#,
                #"{"name":"TypeError","code":"badArgument","message":"arguments[0] should be an integer within ±(2^53−1), "#
                    + #"or a BigInt from -9223372036854775808 to 9223372036854775807, and is a string (\"a\")","#
            ),
            (
                #"["s",6,"tap","count",[1,2]]"#,
                #"{"name":"TypeError","code":"badArgument","message":"arguments should be 1 argument, and is 2 arguments","#
            ),
            (
                #"["s",7,"tap","guarded",[]]"#,
                #"{"name":"NotAllowedError","code":"notAllowed","message":"The bridge's policy does not allow this origin"}"#
            ),
        ]
        for (index, (item, error)) in ends.enumerated() {
            try await page.say(item)
            let words = try #require(try await page.items(1).first)
            #expect(words.lowercased().hasPrefix("[\"e\",\(index + 1),\(error)".lowercased()), "\(words)")
        }
        try await page.say(#"["s",8,"tap","failAfter",[2]]"#, #"["s",9,"tap","unsendable",[1]]"#)
        let items = try await page.items(until: "items => items.filter(item => item[2] === 'e').length === 2")
        #expect(
            items.filter { $0.contains(",8,") } == [
                "[\"i\",8,0]", "[\"i\",8,1]", #"["e",8,{"name":"Error","code":"tap.failed","message":"It failed"}]"#,
            ])
        #expect(items.filter { $0.contains(",9,") }.count == 2)
        #expect(
            items.last { $0.contains(",9,") }?.contains(#""code":"unreadable","message":"An item cannot be sent"#)
                == true)
        #expect(try await page.settledItems() == [])
        #expect(try await isSettled(page))
        #expect(page.diagnostics == [])
    }

    @Test func `a stream is no function with an answer, and none without`() async throws {
        let page = try await page()
        try await page.say(#"["c",1,"tap","count",[1]]"#, #"["m","tap","count",[1]]"#)
        #expect(
            try await page.items(1) == [
                #"["e",1,{"name":"NotFoundError","code":"unknownFunction","message":"There is no function 'tap.count'"}]"#
            ])
        #expect(
            page.diagnostics == [.oneWayFailed(function: "tap.count", error: "There is no function 'tap.count'")])
        #expect(service.notes == [])
    }

    @Test(arguments: ["x", "b"])
    func `leaving and hiding cancel the task, wake a producer that waits, and nothing is sent after that`(
        letter: String
    )
        async throws
    {
        let page = try await page()
        try await page.say(#"["s",1,"tap","hang",["a"]]"#, #"["s",2,"tap","count",[100]]"#)
        #expect(try await page.items(4).count == 4)
        if letter == "x" {
            try await page.say(#"["x",1]"#, #"["x",2]"#, #"["k",2,4]"#)
        } else {
            try await page.say(#"["b"]"#, #"["k",2,4]"#)
        }
        try await service.wait(for: "the ends", timeout: .seconds(1)) { service in
            service.notes.contains("end a") && service.notes.contains("end count")
        }
        #expect(try await page.settledItems() == [])
        #expect(service.asked["count"] == 4)
        #expect(try await isSettled(page))
        // A page that is hidden may say its last words.
        try await page.say(#"["s",9,"tap","count",[1]]"#)
        #expect(try await page.items(2) == ["[\"i\",9,0]", "[\"d\",9]"])
        #expect(page.diagnostics == [])
    }

    @Test func `a page that goes cancels its streams within a second`() async throws {
        let page = try await page()
        try await page.say(#"["s",1,"tap","hang",["a"]]"#, #"["s",2,"tap","count",[100]]"#)
        _ = try await page.items(4)
        weak let document = page.document
        #expect(document != nil)
        try await page.page.load(try #require(URL(string: "about:blank")))
        try await service.wait(for: "the ends", timeout: .seconds(1)) { service in
            service.notes.contains("end a") && service.notes.contains("end count")
        }
        #expect(try await isReleased { document })
    }

    @Test(arguments: [true, false])
    func `a bridge that is closed or removed tells the page so, and cancels`(isClosed: Bool) async throws {
        let page = try await page()
        try await page.say(#"["s",1,"tap","hang",["a"]]"#, #"["s",2,"tap","changed",[]]"#)
        try await service.wait(for: "the stream") { $0.isRunning == ["a"] }
        if isClosed { page.bridge.close() } else { page.bridge.remove(from: page.page.controller) }
        let error = #"{"name":"AbortError","code":"pageGone","message":"The bridge was closed"}"#
        #expect(try await page.items(2) == ["[\"e\",1,\(error)]", "[\"e\",2,\(error)]"])
        try await service.wait(for: "the end", timeout: .seconds(1)) { $0.notes == ["begin a", "end a"] }
        #expect(try await isReleased { service.source.listenerCount == 0 ? nil : service })
    }

    @Test func `a time limit is that of the whole stream, and there is none without`() async throws {
        let page = try await page { $0.callDuration = .milliseconds(20) }
        try await page.say(#"["s",1,"tap","hang",["a"]]"#, #"["s",2,"tap","limited",[]]"#)
        #expect(
            try await page.items(1) == [
                #"["e",2,{"name":"TimeoutError","code":"timeout","message":"The function did not return within 0.05 seconds"}]"#
            ])
        try await service.wait(for: "the end", timeout: .seconds(1)) { $0.notes.contains("end limited") }
        #expect(!service.notes.contains("end a"))
    }

    // MARK: Bounds

    @Test func `streams above the limit are refused, and one that ends makes room`() async throws {
        let page = try await page { $0.streamCount = 3 }
        try await page.say(
            #"["s",1,"tap","hang",["a"]]"#, #"["s",2,"tap","changed",[]]"#, #"["s",3,"tap","hang",["b"]]"#,
            #"["s",4,"tap","hang",["c"]]"#)
        let words = "More streams are open than the bridge allows: 3"
        #expect(
            try await page.items(1) == [
                "[\"e\",4,{\"name\":\"QuotaExceededError\",\"code\":\"quotaExceeded\",\"message\":\"\(words)\"}]"
            ])
        #expect(service.isRunning == ["a", "b"])
        try await page.say(#"["x",2]"#, #"["s",5,"tap","hang",["d"]]"#)
        try await service.wait(for: "the fourth") { $0.isRunning == ["a", "b", "d"] }
    }

    @Test func `streams that were left and go on are bounded too`() async throws {
        let page = try await page {
            $0.streamCount = 2
            $0.pendingCallCount = 3
        }
        for id in 1...5 { try await page.say("[\"s\",\(id),\"tap\",\"stubborn\",[]]", "[\"x\",\(id)]") }
        try await page.say(#"["s",6,"tap","stubborn",[]]"#)
        let words = "More streams run than the bridge allows: 5"
        #expect(
            try await page.items(1) == [
                "[\"e\",6,{\"name\":\"QuotaExceededError\",\"code\":\"quotaExceeded\",\"message\":\"\(words)\"}]"
            ])
        service.release()
        #expect(try await isSettled(page))
        try await page.say(#"["s",7,"tap","count",[1]]"#)
        #expect(try await page.items(2) == ["[\"i\",7,0]", "[\"d\",7]"])
    }

    @Test func `streams count as calls of a second`() async throws {
        let page = try await page { $0.callsPerSecond = 10 }
        try await page.sayEach((1...30).map { "[\"s\",\($0),\"tap\",\"changed\",[]]" })
        let refused = try await page.items(until: "items => items.length >= 15")
        #expect(refused.allSatisfy { $0.contains("QuotaExceededError") })
        #expect(5...15 ~= service.source.listenerCount)
    }

    @Test func `what no script says is told of, and the stream goes on`() async throws {
        let page = try await page()
        try await page.say(#"["s",5,"tap","count",[6]]"#)
        #expect(try await page.items(4).count == 4)
        let nonsense = [
            #"["k",5,0]"#, #"["k",5,-1]"#, #"["k",5,1.5]"#, #"["k",5,"1"]"#, #"["k",5,null]"#, #"["k",5,1e300]"#,
            #"["k",5,-9007199254740991]"#, #"["k",5]"#, #"["k",5,1,1]"#, #"["k","5",1]"#, #"["k",null,1]"#,
            #"["k",99,1]"#, #"["k",-5,1]"#, #"["k",5,{"$":"n","v":"NaN"}]"#, #"["k",5,{"$":"i","v":"1"}]"#,
            #"["s",6,"tap","count"]"#, #"["s",6,"tap","count",[1],1]"#, #"["s",6,"tap","count",{}]"#,
            #"["s",6,"tap",5,[1]]"#, #"["s",6,null,"count",[1]]"#, #"["s",0,"tap","count",[1]]"#,
            #"["s",-1,"tap","count",[1]]"#, #"["s",1.5,"tap","count",[1]]"#, #"["s","6","tap","count",[1]]"#,
            // A number that was used, for a call or a stream, or is below one.
            #"["s",5,"tap","count",[1]]"#, #"["s",4,"tap","count",[1]]"#, #"["c",5,"tap","text",["a"]]"#,
            #"["d",5]"#, #"["i",5,1]"#, #"["d"]"#, #"["i"]"#, #"["i",null,1]"#, #"["d",{}]"#, #"["x",6]"#,
            #"["x",null]"#,
        ]
        try await page.sayEach(nonsense)
        #expect(try await page.settledItems() == [])
        #expect(service.asked == ["count": 4])
        #expect(page.diagnostics.count > 5)
        #expect(page.diagnostics.allSatisfy { if case .malformedMessage = $0 { true } else { false } })
        // A grant of more than there is gives what there is.
        try await page.say(#"["k",5,9007199254740991]"#)
        #expect(try await page.items(3) == ["[\"i\",5,4]", "[\"i\",5,5]", "[\"d\",5]"])
    }

    @Test func `limits as large or small as a number can be keep a stream going`() async throws {
        for (items, bytes) in [(Int.max, Int.max), (0, 0), (.min, .min), (1, .max)] {
            let service = TapService()
            var limits = BridgeLimits()
            limits.streamItemCount = items
            limits.streamByteCount = bytes
            limits.streamCount = .max
            let page = try await RawPage(service, limits: limits)
            try await page.say(#"["s",1,"tap","count",[3]]"#)
            var all: [String] = []
            while all.last != "[\"d\",1]" {
                all += try await page.items(1)
                if all.last?.hasPrefix("[\"i\"") == true { try await page.say(#"["k",1,1]"#) }
            }
            #expect(all == ["[\"i\",1,0]", "[\"i\",1,1]", "[\"i\",1,2]", "[\"d\",1]"])
        }
    }
}
