import Foundation
import GawaTestSupport
import GawaWebKit
import Testing

@testable import Gawa

@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct MiddlewareTests {
    private let service = TapService()
    private let notes = MiddlewareNotes()

    private func page(_ acts: [NotedMiddleware]) async throws -> RawPage {
        var limits = BridgeLimits()
        limits.streamItemCount = 4
        return try await RawPage(service, limits: limits, middleware: acts)
    }

    private func noting(
        _ name: String = "a",
        act: @escaping @MainActor @Sendable (BridgeCall, @escaping NotedMiddleware.Next) async throws -> BridgeResult =
            {
                try await $1($0)
            }
    ) -> NotedMiddleware {
        NotedMiddleware(name: name, notes: notes, act: act)
    }

    @Test func `several nest in their order around functions that wait or do not, one-way ones, streams and events`()
        async throws
    {
        let page = try await page([noting("a"), noting("b")])
        for (item, function) in [
            (#"["c",1,"tap","text",["x"]]"#, "text"), (#"["c",5,"tap","run",[]]"#, "run"),
            (#"["m","tap","keepSilently",[]]"#, "keepSilently"), (#"["s",11,"tap","count",[1]]"#, "count"),
            (#"["s",21,"tap","changed",[]]"#, "changed"),
        ] {
            try await page.say(item)
            _ = try await page.settledItems()
            #expect(
                notes.takeLines()
                    == ["a before \(function)", "b before \(function)", "b after \(function)", "a after \(function)"])
        }
        // What there is not, and what the policy refuses, is none of theirs.
        try await page.say(
            #"["c",31,"tap","none",[]]"#, #"["s",32,"tap","guarded",[]]"#, #"["c",33,"tap","count",[1]]"#)
        _ = try await page.settledItems()
        #expect(notes.takeLines() == [])
    }

    @Test func `one cannot give the same stream to two calls`() async throws {
        var kept: BridgeResult?
        let page = try await page([
            noting { call, next in
                if let kept { return kept }
                let result = try await next(call)
                kept = result
                return result
            }
        ])
        try await page.say(#"["s",1,"tap","count",[2]]"#)
        #expect(try await page.items(3) == [#"["i",1,0]"#, #"["i",1,1]"#, #"["d",1]"#])
        try await page.say(#"["s",2,"tap","count",[2]]"#)
        #expect(try await page.items(1).first?.contains("A middleware gave a stream that it had given before") == true)
    }

    @Test func `one sees who calls what with which arguments, and can put others in their place`() async throws {
        let seen = MiddlewareNotes()
        let page = try await page([
            noting { call, next in
                var call = call
                seen.note(
                    "\(call.service).\(call.function) \(call.kind) \(call.argumentCount) \(call.caller.isMainFrame)")
                if call.function == "text" {
                    seen.note(try call.argument(0, as: String.self))
                    try call.replaceArgument(0, by: "other")
                    seen.note("\(try call.argument(0, as: String.self)) \(call.argumentCount)")
                } else {
                    try call.replaceArgument(0, by: 2)
                    try call.replaceArgument(1, by: Int?.none)
                }
                return try await next(call)
            }
        ])
        try await page.say(#"["c",1,"tap","text",["x"]]"#)
        #expect(try await page.items(1) == [#"["r",1,"other"]"#])
        try await page.say(#"["c",2,"tap","text",[]]"#)
        #expect(
            try await page.items(1).first?.contains("arguments[0] should be a string, and is nothing") == true)
        try await page.say(#"["s",3,"tap","tagged",["t"]]"#)
        #expect(
            try await page.items(1).first?.contains("arguments[0] should be a string, and is a number (2)") == true)
        #expect(
            seen.takeLines() == [
                "tap.text function 1 true", "x", "other 1", "tap.text function 0 true", "tap.tagged stream 1 true",
            ])
    }

    @Test func `one can refuse, answer in the function's place, and alter what it gave`() async throws {
        let page = try await page([
            noting { call, next in
                switch try? call.argument(0, as: String.self) {
                case "refused": throw CallRefused("The app is locked")
                case "failed": throw TapService.Failure()
                case "answered": return try BridgeResult(["answer": 5])
                case "nothing": return .nothing
                default:
                    let result = try await next(call)
                    return try BridgeResult(try result.value(as: String.self).uppercased())
                }
            }
        ])
        for (index, (argument, answer)) in [
            ("refused", #"["e",1,{"name":"NotAllowedError","code":"notAllowed","message":"The app is locked"}]"#),
            ("failed", #"["e",2,{"name":"Error","code":"tap.failed","message":"It failed"}]"#),
            ("answered", #"["r",3,{"answer":5}]"#), ("nothing", #"["r",4]"#), ("loud", #"["r",5,"LOUD"]"#),
        ].enumerated() {
            try await page.say("[\"c\",\(index + 1),\"tap\",\"text\",[\"\(argument)\"]]")
            #expect(try await page.items(1) == [answer])
        }
        // A one-way function has nowhere to tell it but the app.
        try await page.say(#"["m","tap","keepSilently",["refused"]]"#)
        try await page.wait(for: "the diagnostic") {
            $0 == .oneWayFailed(function: "tap.keepSilently", error: "The app is locked")
        }
        #expect(service.kept.isEmpty)
    }

    @Test func `a stream can be refused, and nothing else can be given in its place`() async throws {
        let page = try await page([
            noting { call, next in
                switch try call.argument(0, as: Int?.self) {
                case 1: throw CallRefused("not now")
                case 2: return .nothing
                default:
                    let result = try await next(call)
                    #expect(result.isStream)
                    return result
                }
            }
        ])
        try await page.say(#"["s",1,"tap","count",[1]]"#)
        #expect(
            try await page.items(1) == [#"["e",1,{"name":"NotAllowedError","code":"notAllowed","message":"not now"}]"#])
        try await page.say(#"["s",2,"tap","count",[2]]"#)
        #expect(try await page.items(1).first?.contains("A middleware gave another result than the stream") == true)
        try await page.say(#"["s",3,"tap","count",[3]]"#)
        #expect(try await page.items(4).last == "[\"d\",3]")
        #expect(service.notes.count { $0 == "begin count" } == 1)
    }

    @Test func `a trace tells how each call went, and of a stream that it opened and how it ended`() async throws {
        let page = try await page([noting()])
        try await page.say(#"["c",1,"tap","text",["x"]]"#, #"["c",2,"tap","text",[]]"#)
        _ = try await page.items(2)
        let bad =
            "failed(name: \"TypeError\", code: \"badArgument\", message: \"arguments[0] should be a string, and is "
            + "nothing\")"
        #expect(notes.takeTraces() == ["function tap.text returned", "function tap.text \(bad)"])
        try await page.say(#"["s",3,"tap","count",[2]]"#)
        #expect(try await page.items(3).last == "[\"d\",3]")
        #expect(notes.takeTraces() == ["stream tap.count opened", "stream tap.count returned of 2"])
        try await page.say(#"["s",4,"tap","failAfter",[1]]"#, #"["s",5,"tap","refuse",[]]"#)
        _ = try await page.items(3)
        let failed = "failed(name: \"Error\", code: \"tap.failed\", message: \"It failed\")"
        #expect(
            Set(notes.takeTraces()) == [
                "stream tap.failAfter opened", "stream tap.failAfter \(failed) of 1", "stream tap.refuse \(failed)",
            ])
        try await page.say(#"["s",6,"tap","count",[100]]"#, #"["s",7,"tap","changed",[]]"#)
        _ = try await page.items(4)
        #expect(Set(notes.takeTraces()) == ["stream tap.count opened", "event tap.changed opened"])
        try await page.say(#"["x",6]"#, #"["x",7]"#)
        #expect(try await isReleased { notes.traceCount == 2 ? nil : page })
        #expect(Set(notes.takeTraces()) == ["stream tap.count cancelled of 4", "event tap.changed cancelled of 0"])
        // A function that the page gave up, and one that went with its page.
        try await page.say("[\"c\",11,\"tap\",\"apply\",[{\"$\":\"f\",\"v\":10},5]]")
        _ = try await page.items(1)
        try await page.say(#"["x",11]"#)
        #expect(try await isReleased { notes.traceCount == 1 ? nil : page })
        #expect(notes.durations.allSatisfy { $0 > .zero && $0 < .seconds(60) })
        #expect(notes.takeTraces() == ["function tap.apply cancelled"])
    }

    @Test func `a callback goes through middleware to its function, and cannot be read by it`() async throws {
        let page = try await page([
            noting { call, next in
                #expect(throws: (any Error).self) { try call.argument(0, as: Callback<Int, Int>.self) }
                return try await next(call)
            }
        ])
        try await page.say("[\"c\",2,\"tap\",\"apply\",[{\"$\":\"f\",\"v\":1},5]]")
        #expect(try await page.items(1) == [#"["c",1,1,[5]]"#])
        try await page.say(#"["r",1,6]"#)
        #expect(Set(try await page.items(2)) == [#"["r",2,6]"#, #"["f",1]"#])
    }

    @Test func `synchronous functions have their own way through, in the same order`() async throws {
        struct Service: BridgeService {
            static let name = "now"
            static func describe(_ bridge: inout BridgeDescription<Self>) {
                bridge.function("text", "value") { (_: Self, value: String) in value }
            }
        }
        struct Loud: BridgeMiddleware {
            let notes: MiddlewareNotes
            let name: String

            func handleSynchronously(_ call: BridgeCall, next: SynchronousNext) throws -> BridgeResult {
                notes.note("\(name) before")
                let result = try next(call)
                notes.note("\(name) after")
                return try BridgeResult(try result.value(as: String.self) + "!")
            }

            func trace(_ trace: BridgeTrace) { notes.note(trace) }
        }
        var description = BridgeDescription<Service>()
        Service.describe(&description)
        let chain = MiddlewareChain(
            [Loud(notes: notes, name: "a"), Loud(notes: notes, name: "b")], around: description.functions[0],
            of: Service())
        let arguments = CallArguments(try WireText("[\"x\"]", maximumDepth: 9).root, DocumentLink())
        let caller = try #require(try await page([]).document).caller
        let result = try chain.runSynchronously(caller, arguments) { call in
            try BridgeResult(try call.argument(0, as: String.self))
        }
        #expect(try result.value(as: String.self) == "x!!")
        #expect(notes.takeLines() == ["a before", "b before", "b after", "a after"])
        #expect(notes.takeTraces() == ["function now.text returned", "function now.text returned"])
        #expect(throws: CallRefused.self) {
            try chain.runSynchronously(caller, arguments) { _ in throw CallRefused("no") }
        }
    }
}
