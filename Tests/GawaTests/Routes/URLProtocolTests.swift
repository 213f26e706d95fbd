import Foundation
import FoundationNetworking
import Testing

@testable import Gawa

/// Any `URLProtocol` class answers requests of pages, as it would those of the system's loader.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct URLProtocolTests {
    private func answer(
        _ protocolClass: URLProtocol.Type, _ path: String, method: String = "GET", body: String = ""
    ) async throws -> RouteResponse {
        let request = RouteRequest.of(path, method: method, body: body)
        return try #require(try await URLProtocolAnswerer(protocolClass: protocolClass).answer(request))
    }

    @Test func `an empty answer has its header and no bytes`() async throws {
        let response = try await answer(ScriptedProtocol.self, "/empty")
        #expect(response.status == .ok && response.headers["X-Kind"] == "empty")
        #expect(try await response.wholeBody() == Data())
    }

    @Test func `text arrives with its status, header and characters`() async throws {
        let response = try await answer(ScriptedProtocol.self, "/text?bar=baz", method: "POST", body: "é")
        #expect(response.status == .created)
        #expect(response.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(String(decoding: try await response.wholeBody(), as: UTF8.self) == "POST /text?bar=baz é フォロー")
    }

    @Test func `a plain response means status 200`() async throws {
        let response = try await answer(ScriptedProtocol.self, "/plain")
        #expect(response.status == .ok && response.headers["Content-Type"] == "text/x-plain; charset=latin1")
        #expect(try await response.wholeBody() == Data("plain".utf8))
    }

    @Test func `data without a response is an answer, and what comes after the end counts for nothing`() async throws {
        let response = try await answer(ScriptedProtocol.self, "/disorder")
        #expect(response.status == .ok && response.headers["X-Late"] == nil)
        #expect(try await response.wholeBody() == Data("one".utf8))
    }

    @Test func `data in pieces comes as it is told`() async throws {
        let response = try await answer(ScriptedProtocol.self, "/pieces")
        var pieces: [String] = []
        try await response.readPieces { pieces.append(String(decoding: $0, as: UTF8.self)) }
        #expect(pieces == ["1", "2", "3"])
    }

    @Test func `a failure is an error of the body, before the response and within`() async throws {
        for (path, count) in [("/failure", 0), ("/failure-within", 3)] {
            let response = try await answer(ScriptedProtocol.self, path)
            var data = Data()
            let error = await #expect(throws: URLError.self) { try await response.readPieces { data += $0 } }
            #expect(error?.code == .networkConnectionLost)
            #expect(data.count == count)
        }
    }

    @Test func `a redirect is told with its status and place`() async throws {
        let response = try await answer(ScriptedProtocol.self, "/redirect")
        #expect(response.status == 307 && response.headers["Location"] == "http://native/text")
    }

    @Test func `a class is asked for the request, and gets the canonical one`() async throws {
        #expect(try await URLProtocolAnswerer(protocolClass: ScriptedProtocol.self).answer(.of("/other")) == nil)
        let response = try await answer(ScriptedProtocol.self, "/canonical")
        #expect(try await response.wholeBody() == Data("yes".utf8))
    }

    @Test func `timers and blocks of the thread's run loop run`() async throws {
        let response = try await answer(ScriptedProtocol.self, "/timer")
        #expect(try await response.wholeBody() == Data("from a timer".utf8))
    }

    @Test func `each is started and stopped once, on one thread`() async throws {
        for path in ["/empty", "/failure", "/redirect", "/pieces"] {
            let before = ScriptedProtocol.log.count
            let response = try await answer(ScriptedProtocol.self, path)
            try? await response.readPieces { _ in }
            // Another test's object may stop meanwhile.
            try await ScriptedProtocol.log.wait { $0.dropFirst(before).contains { $0.what == "stop \(path)" } }
            let entries = ScriptedProtocol.log.entries.dropFirst(before).filter { $0.what.hasSuffix(path) }
            #expect(entries.map(\.what) == ["start \(path)", "stop \(path)"])
            #expect(Set(entries.map(\.thread)).count == 1)
        }
    }

    @Test func `cancelling stops one that never answers, and one whose body nobody reads`() async throws {
        var before = ScriptedProtocol.log.count
        let task = Task { try await URLProtocolAnswerer(protocolClass: ScriptedProtocol.self).answer(.of("/never")) }
        try await ScriptedProtocol.log.wait(count: before + 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await ScriptedProtocol.log.wait(count: before + 2)
        #expect(ScriptedProtocol.log.entries.last?.what == "stop /never")

        before = ScriptedProtocol.log.count
        _ = try await answer(ScriptedProtocol.self, "/endless")
        try await ScriptedProtocol.log.wait(count: before + 2)
        #expect(ScriptedProtocol.log.entries.last?.what == "stop /endless")
    }

    @Test func `one that blocks delays no other`() async throws {
        let blocked = Task {
            try await URLProtocolAnswerer(protocolClass: ScriptedProtocol.self).answer(.of("/blocked"))
        }
        try await ScriptedProtocol.log.wait { $0.last?.what == "start /blocked" }
        #expect(try await answer(ScriptedProtocol.self, "/pieces").wholeBody() == Data("123".utf8))
        ScriptedProtocol.gate.signal()
        #expect(try await #require(try await blocked.value).wholeBody() == Data("freed".utf8))
    }

    @Test func `a thousand at once all end, on 64 threads at most`() async throws {
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<1000 {
                group.addTask {
                    let answerer = URLProtocolAnswerer(protocolClass: ScriptedProtocol.self)
                    return try await #require(try await answerer.answer(.of("/counted"))).wholeBody()
                }
            }
            for try await data in group { #expect(data == Data("counted".utf8)) }
        }
        #expect((1...64).contains(ScriptedProtocol.log.mostAtOnce))
    }
}
