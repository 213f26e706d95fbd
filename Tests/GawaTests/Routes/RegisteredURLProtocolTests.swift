import Foundation
import FoundationNetworking
import Testing

@testable import Gawa

/// The classes that the process has registered answer, and a network never does.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct RegisteredURLProtocolTests {
    /// Each in a process of its own: what is registered, and in which order, is the process's.
    @Test func `a class answers from its registering to its unregistering`() async {
        await #expect(processExitsWith: .success) {
            // The loader's own classes are registered by the first session.
            _ = URLSession.shared
            let registered = RegisteredURLProtocols()
            #expect(try await registered.answer(.of("/text")) == nil)
            #expect(URLProtocol.registerClass(ScriptedProtocol.self))
            try await Task.sleep(for: .seconds(1))
            let response = try #require(try await registered.answer(.of("/text")))
            #expect(response.status == .created)
            #expect(String(decoding: try await response.wholeBody(), as: UTF8.self) == "GET /text  フォロー")
            #expect(try await registered.answer(.of("/other")) == nil)
            URLProtocol.unregisterClass(ScriptedProtocol.self)
            #expect(try await registered.answer(.of("/text")) == nil)
        }
    }

    @Test func `pieces, failures and plain responses are what they are by the class alone`() async {
        await #expect(processExitsWith: .success) {
            #expect(URLProtocol.registerClass(ScriptedProtocol.self))
            let registered = RegisteredURLProtocols()
            func answer(_ path: String) async throws -> RouteResponse {
                try #require(try await registered.answer(.of(path)))
            }
            #expect(try await answer("/pieces").wholeBody() == Data("123".utf8))
            #expect(try await answer("/plain").wholeBody() == Data("plain".utf8))
            #expect(try await answer("/empty").wholeBody() == Data())
            for path in ["/failure", "/failure-within"] {
                let response = try await answer(path)
                await #expect(throws: (any Error).self) { try await response.readPieces { _ in } }
            }
        }
    }

    /// Such a class belongs in `use(_:)`.
    @Test func `a redirect by a registered class ends the program, as with any session of this platform`() async {
        await #expect(processExitsWith: .signal(SIGILL)) {
            #expect(URLProtocol.registerClass(ScriptedProtocol.self))
            _ = try await RegisteredURLProtocols().answer(.of("/redirect"))
        }
    }

    @Test func `cancelling stops the class`() async {
        await #expect(processExitsWith: .success) {
            #expect(URLProtocol.registerClass(ScriptedProtocol.self))
            let registered = RegisteredURLProtocols()
            let task = Task { try await registered.answer(.of("/never")) }
            try await ScriptedProtocol.log.wait { $0.last?.what == "start /never" }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try await ScriptedProtocol.log.wait { $0.last?.what == "stop /never" }
        }
    }

    @Test func `requests of the app itself go where they went before`() async {
        await #expect(processExitsWith: .success) {
            _ = RegisteredURLProtocols()
            // Nobody listens there: the loader of the network said so, and no class of ours.
            let error = await #expect(throws: URLError.self) {
                try await URLSession.shared.data(from: try #require(URL(string: "http://127.0.0.1:9/")))
            }
            #expect(error?.code == .cannotConnectToHost)
        }
    }
}
