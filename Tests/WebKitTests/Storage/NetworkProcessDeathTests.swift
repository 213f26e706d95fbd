import GawaTestSupport
import TestServer
import Testing
import WebKit

/// The death of the engine's network process, each test in a program of its own.
@Suite(.serialized)
struct NetworkProcessDeathTests {
    /// The network process of this program.
    private static func networkProcess() throws -> pid_t {
        let own = getpid()
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc")
        let found = names.compactMap { pid_t($0) }.first { pid in
            // `pid (name) state parent …`, and the kernel cuts names after 15 bytes.
            let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
            return text.contains("(WebKitNetworkPr) ") && text.contains(") S \(own) ") || text.contains(") R \(own) ")
        }
        return try #require(found)
    }

    @Test func `ck-survives-network-kill: cookies work again after the network process died`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let server = try TestServer { _ in .html("<p>") }
            let page = try await TestPage(url: server.url("/"))
            let store = page.webView.configuration.websiteDataStore.httpCookieStore
            await store.setCookie(try cookie("before"))
            let calls = CompletionRecorder()
            let process = try Self.networkProcess()
            kill(process, SIGSTOP)
            store.setCookie(try cookie("a")) { calls.note("set") }
            store.delete(try cookie("a")) { calls.note("delete") }
            store.getAllCookies { _ in calls.note("all") }
            store.getCookiePolicy { _ in calls.note("policy") }
            kill(process, SIGKILL)
            try await calls.wait(count: 4)
            #expect(Set(calls.log) == ["set", "delete", "all", "policy"])

            try await page.load(server.url("/"))
            #expect(try await page.evaluate("document.cookie = 'key=value'; document.cookie") as? String == "key=value")
            await store.setCookie(try cookie("after"))
            #expect(Set(await store.allCookies().map(\.name)) == ["key", "after"])
            #expect(calls.log.count == 4)
        }
    }
}
