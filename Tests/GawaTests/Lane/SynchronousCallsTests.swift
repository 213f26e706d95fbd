import Foundation
import GawaTestSupport
import Testing

@testable import Gawa
@testable import WebKit

/// What runs on a lane's thread, spoken to by datagrams.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1)))
struct SynchronousCallsTests {
    private let service = SynchronousService()

    private func call(_ id: Int, _ function: String, _ arguments: String = "") -> String {
        "[\"c\",\(id),\"own\",\"\(function)\",[\(arguments)]]"
    }

    private func timeOut(_ id: Int, _ limit: String) -> String {
        "[\"e\",\(id),{\"name\":\"TimeoutError\",\"code\":\"timeout\","
            + "\"message\":\"The function did not return within \(limit) seconds\"}]"
    }

    @Test func `all synchronous calls of a message run off the main thread, in order, and are answered in one batch`()
        async throws
    {
        let harness = try LaneHarness(service)
        harness.send(
            [call(1, "text", "\"a\""), call(2, "isMain"), call(3, "nothing"), call(4, "text", "\"b\"")]
                .joined(separator: ","), greets: true)
        #expect(try await harness.receive() == #"["r",1,"a"],["r",2,false],["r",3],["r",4,"b"]"#)
        #expect(service.notes.all == ["a", "nothing", "b"])
        try await harness.wait(for: "the greeting") { !$0.isEmpty }
        #expect(harness.delivered == ["greeting \(LaneHarness.token)", "some h1"])
    }

    @Test func `long answers go while the functions behind them run, and do not pile up`() async throws {
        let harness = try LaneHarness(service)
        let text = "\"\(String(repeating: "x", count: 100))\""
        harness.send((1...340).map { call($0, "text", text) }.joined(separator: ","), greets: true)
        let batches = [try await harness.receive(), try await harness.receive()]
        #expect(batches.joined(separator: ",") == (1...340).map { "[\"r\",\($0),\(text)]" }.joined(separator: ","))
        #expect(batches[0].utf8.count > 32_000 && batches[0].utf8.count < 34_000)
    }

    @Test func `functions that have not begun when the bridge is closed do not begin any more`() async throws {
        let harness = try LaneHarness(service)
        harness.calls.refuse()
        harness.send(call(1, "text", "\"a\""), greets: true)
        #expect(try await harness.receive().contains("\"AbortError\",\"code\":\"pageGone\""))
        #expect(service.notes.all == [])
    }

    @Test func `errors are answers, and what cannot be read or is not allowed runs nothing`() async throws {
        let harness = try LaneHarness(service)
        harness.send(
            [call(1, "fail", "\"x\""), call(2, "fail"), call(3, "text", "5"), call(4, "forbidden"), call(5, "text")]
                .joined(separator: ","), greets: true)
        let answers = try await harness.receive()
        for part in [
            #"["e",1,{"name":"Error","code":"refused","#, #""data":{"why":7}}]"#, #"["e",2,{"name":"AbortError""#,
            #"["e",3,{"name":"TypeError","code":"badArgument""#, #"["e",4,{"name":"NotAllowedError""#,
            #"["e",5,{"name":"TypeError""#,
        ] { #expect(answers.contains(part), "\(part) in \(answers)") }
        #expect(service.notes.all.isEmpty)
    }

    @Test func `all other items go to the main actor in order and in one hop, before functions have run`() async throws
    {
        let harness = try LaneHarness(service)
        harness.send(
            [
                #"["m","own","say",["1"]]"#, call(1, "block", "\"b\""), call(2, "main", "\"2\""), #"["x",9]"#,
                call(3, "unknown"), #"["c",4]"#, #"["c",5,"own","text","no array"]"#, "7",
            ].joined(separator: ","), greets: true)
        try await harness.wait(for: "the items") { $0.count == 2 }
        #expect(harness.delivered[1] == "some h1 mown c2 x9 c3 c4 c5 ")
        #expect(await service.gate.waitForThreads())
        service.gate.open()
        #expect(try await harness.receive() == #"["r",1,"b"]"#)
    }

    @Test func `a question has its answer at once, an error for what is no synchronous function`() async throws {
        let harness = try LaneHarness(service)
        harness.send(#"["x",0]"#, greets: true)
        #expect(try await harness.ask(call(1, "text", "\"q\"")) == #"["r",1,"q"]"#)
        for question in [
            call(2, "main", "\"no\""), call(3, "unknown"), #"["m","own","say",["no"]]"#, #"["h",1]"#, "7",
            call(1, "text", "\"again\""), call(9, "text", "\"two\"") + "," + call(10, "text", "\"items\""), "[]",
        ] {
            let answer = try await harness.ask(question)
            #expect(answer.hasPrefix("[\"e\","), "\(question): \(answer)")
            #expect(answer.contains("NotSupportedError"), "\(question): \(answer)")
        }
        #expect(try #require(await harness.page.ask("garbage")).text.contains("OperationError"))
        #expect(try #require(await harness.page.ask("[\"BBBBBBBBBBBBBBBBBBBBBB\"]")).text.contains("OperationError"))
        #expect(try await harness.ask(call(11, "text", "\"last\"")) == #"["r",11,"last"]"#)
        #expect(service.notes.all == ["q", "last"])
    }

    @Test func `a call with a number that was used runs nothing`() async throws {
        let harness = try LaneHarness(service)
        harness.send(
            call(3, "text", "\"a\"") + "," + call(3, "text", "\"b\"") + "," + call(2, "text", "\"c\""), greets: true)
        #expect(try await harness.receive() == #"["r",3,"a"]"#)
        harness.send(call(3, "text", "\"d\"") + "," + call(4, "text", "\"e\""))
        #expect(try await harness.receive() == #"["r",4,"e"]"#)
        harness.send(call(7, "main") + "," + call(6, "text", "\"f\"") + "," + call(8, "text", "\"g\""))
        #expect(try await harness.receive() == #"["r",8,"g"]"#)
        #expect(service.notes.all == ["a", "e", "g"])
        #expect(!harness.delivered.joined().contains("c3"))
    }

    // MARK: Time limits

    @Test func `a function that takes too long ends its call and those behind it once, and its late result is dropped`()
        async throws
    {
        let harness = try LaneHarness(service)
        let start = ContinuousClock.now
        // The first answer does not wait for the function that is stuck, nor does the last call for its limit of a minute.
        harness.send(
            [
                call(1, "text", "\"a\""), call(2, "brief", "\"stuck\""), call(3, "brief", "\"behind\""),
                call(4, "text", "\"z\""),
            ]
            .joined(separator: ","), greets: true)
        let expected = "[\"r\",1,\"a\"]," + timeOut(2, "0.1") + "," + timeOut(3, "0.1")
        #expect(try await harness.receive(asLongAs: expected) == expected)
        #expect(ContinuousClock.now - start >= SynchronousService.briefLimit)
        service.gate.open()
        #expect(try await harness.receive() == #"["r",4,"z"]"#)
        #expect(service.notes.all == ["a", "stuck", "z"])
        #expect(try await harness.ask(call(5, "brief", "\"q\"")) == #"["r",5,"q"]"#)
    }

    @Test func `each function has its own limit, whichever was called first`() async throws {
        var limits = BridgeLimits()
        limits.callDuration = .milliseconds(300)
        let harness = try LaneHarness(service, limits: limits)
        harness.send(call(1, "block", "\"long\""), greets: true)
        #expect(try await harness.receive() == timeOut(1, "0.3"))
        service.gate.open()
        #expect(try await harness.ask(call(2, "text", "\"q\"")) == #"["r",2,"q"]"#)
        service.gate.close()
        // The look for the first limit must not hide the shorter one.
        let start = ContinuousClock.now
        #expect(try await harness.ask(call(3, "brief", "\"short\"")) == timeOut(3, "0.1"))
        #expect(ContinuousClock.now - start >= SynchronousService.briefLimit)
        service.gate.open()
        #expect(try await harness.ask(call(4, "text", "\"q\"")) == #"["r",4,"q"]"#)
    }

    @Test func `calls that come while one is stuck run when it has returned`() async throws {
        let harness = try LaneHarness(service)
        harness.send(call(1, "brief", "\"stuck\""), greets: true)
        #expect(try await harness.receive() == timeOut(1, "0.1"))
        for id in 2...50 { harness.send(call(id, "text", "\"\(id)\"")) }
        service.gate.open()
        for id in 2...50 { #expect(try await harness.receive() == "[\"r\",\(id),\"\(id)\"]") }
    }

    @Test func `a function that does not return at all is told of`() async throws {
        let harness = try LaneHarness(service, patience: .milliseconds(100))
        harness.send(call(1, "brief", "\"stuck\""), greets: true)
        #expect(try await harness.receive() == timeOut(1, "0.1"))
        try await harness.wait(for: "the news") { $0.contains("malformed stuck") }
        service.gate.open()
        #expect(try await harness.ask(call(2, "text", "\"q\"")) == #"["r",2,"q"]"#)
        #expect(harness.delivered.count { $0 == "malformed stuck" } == 1)
    }

    @Test func `thousands of calls that wait behind others are not late`() async throws {
        let harness = try LaneHarness(service)
        service.gate.open()
        let count = 5000
        harness.send(#"["x",0]"#, greets: true)
        for start in stride(from: 1, through: count, by: 500) {
            harness.send((start..<start + 500).map { call($0, "brief", "\"n\"") }.joined(separator: ","))
        }
        let expected = (1...count).map { "[\"r\",\($0),\"n\"]" }.joined(separator: ",")
        #expect(try await harness.receive(asLongAs: expected) == expected)
    }

    // MARK: Limits

    @Test func `calls of a second and calls that wait elsewhere count here too`() async throws {
        var limits = BridgeLimits()
        limits.callsPerSecond = 3
        limits.pendingCallCount = 2
        let harness = try LaneHarness(service, limits: limits)
        harness.calls.note(waitingCount: 2)
        harness.send(call(1, "text", "\"a\""), greets: true)
        #expect(try await harness.receive().contains("More calls wait than the bridge allows: 2"))
        harness.calls.note(waitingCount: 1)
        harness.send((2...9).map { call($0, "text", "\"\($0)\"") }.joined(separator: ","))
        let answers = try await harness.receive()
        #expect(answers.hasPrefix(#"["r",2,"2"],["r",3,"3"],["r",4,"4"],["e",5,"#))
        #expect(answers.contains("More calls in a second than the bridge allows: 3"))
        #expect(service.notes.all == ["2", "3", "4"])
    }

    @Test func `a message that is too long ends its calls, and those that it answers`() async throws {
        var limits = BridgeLimits()
        limits.messageByteCount = 1000
        let harness = try LaneHarness(service, limits: limits)
        let long = String(repeating: "é", count: 500)
        harness.send(#"["x",0]"#, greets: true)
        harness.send(
            [#"["r",4,"\#(long)"]"#, #"["e",5,{}]"#, call(1, "text", "\"a\""), call(2, "main", "\"a\"")]
                .joined(separator: ","))
        let sentence = "The message was dropped: it is longer than 1000 bytes"
        for id in 1...2 {
            #expect(
                try await harness.receive()
                    == "[\"e\",\(id),{\"name\":\"OperationError\",\"code\":\"unreadable\",\"message\":\"\(sentence)\"}]"
            )
        }
        harness.send(call(3, "data", #"{"$":"b","v":0}"#), [Data(count: 600), Data(count: 401)])
        #expect(try await harness.receive().contains(sentence))
        harness.send(call(4, "data", #"{"$":"b","v":0}"#), [Data(count: 600), Data(count: 400)])
        #expect(try await harness.receive().hasPrefix(#"["R",4,"#))
        try await harness.wait(for: "the long answers") { $0.contains("long answer 5") }
        let news = "malformed it is longer than 1000 bytes"
        #expect(harness.delivered.suffix(4) == [news, "long answer 4", "long answer 5", news])
        #expect(service.notes.all.isEmpty)
    }

    @Test func `a lane waits for a main actor that does not take what comes, and goes on`() async throws {
        let harness = try LaneHarness(service)
        harness.isTaking = false
        let text = String(repeating: "x", count: 40_000)
        harness.send(#"["x",0]"#, greets: true)
        let sending = Task.detached { [page = harness.page, token = LaneHarness.token] in
            // More than the socket and the inbox hold together.
            for _ in 0..<1000 { page.send("[\"\(token)\",[\"m\",\"own\",\"say\",[\"\(text)\"]]]") }
        }
        let question = Task { try await harness.ask(call(1, "text", "\"q\"")) }
        while !harness.inbox.isFull { try await Task.sleep(for: .milliseconds(5)) }
        #expect(harness.delivered.isEmpty)
        harness.isTaking = true
        await sending.value
        try await harness.wait(for: "all messages") { $0.count == 1002 }
        #expect(try await question.value == #"["r",1,"q"]"#)
    }

    // MARK: The end

    @Test func `after the end nothing runs, and what waits behind a function is dropped`() async throws {
        let harness = try LaneHarness(service)
        harness.send(call(1, "block", "\"b\"") + "," + call(2, "text", "\"never\""), greets: true)
        #expect(await service.gate.waitForThreads())
        harness.send(call(3, "text", "\"never\""))
        harness.calls.end()
        harness.page.lane.close()
        service.gate.open()
        try await harness.wait(for: "the end") { $0.last == "ended closed" }
        #expect(service.notes.all == ["b", "b done"])
        #expect(await harness.page.receive() == nil)
    }

    @Test func `a page that closes its end, or breaks a rule, ends the lane`() async throws {
        let harness = try LaneHarness(service)
        harness.send(call(1, "text", "\"a\""), greets: true)
        #expect(try await harness.receive() == #"["r",1,"a"]"#)
        harness.page.send("", Array(repeating: Data(), count: 1025))
        try await harness.wait(for: "the end") { $0.last == "ended breach(\"too many attachments\")" }
    }

    @Test(arguments: [
        "", "[]", "{}", "7", "[7]", "[\"short\"]", "[\"AAAAAAAAAAAAAAAAAAAAAA\"]",
        "[\"AAAAAAAAAAAAAAAAAAAAAA\",[\"h\",2]]",
        "[\"AAAAAAAAAAAAAAAAAAAAAA\",[\"h\"]]",
        "[\"AAAAAAAAAAAAAAAAAAAAAA\",[\"c\",1,\"own\",\"text\",[\"x\"]],[\"h\",1]]",
        "[\"AAAAAAAAAAAAAAAAAAAAAA\",[\"h\",1],[\"c\",1,\"own\",\"data\",[{\"$\":\"b\",\"v\":0}]]]", "\0", "[\"\u{1}",
    ])
    func `a lane that does not begin with a greeting runs nothing, until there is one`(text: String) async throws {
        let harness = try LaneHarness(service)
        harness.page.send(text)
        harness.page.send("[\"BBBBBBBBBBBBBBBBBBBBBB\",[\"h\",1],[\"c\",1,\"own\",\"text\",[\"after\"]]]")
        #expect(try #require(await harness.page.receive()).text == #"["BBBBBBBBBBBBBBBBBBBBBB",0,["r",1,"after"]]"#)
        harness.send(call(2, "text", "\"of another\""))
        try await harness.wait(for: "the news") { $0.last == "malformed its token is not that of its lane" }
        #expect(harness.delivered.first?.hasPrefix("malformed ") == true)
        #expect(harness.delivered.dropFirst().first == "greeting BBBBBBBBBBBBBBBBBBBBBB")
        #expect(service.notes.all == ["after"])
    }
}
