import Foundation
import Gawa
import GawaTestSupport
import TestServer
import Testing

/// Who sent a message is who it is judged by, wherever the view has gone meanwhile.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct NavigationRaceTests {
    @Test func `last words of a page are heard as its own, and the next page's are refused as the next page's`()
        async throws
    {
        let notes = Notes()
        let page = try await BridgedTestPage(NotingService(notes: notes), EchoService())
        let foreign = try TestServer { _ in
            .html(
                """
                <!doctype html><script>
                for (let count = 0; count < 50; count++) {
                    webkit.messageHandlers['gawa.noting.echo']?.postMessage(
                        '["AAAAAAAAAAAAAAAAAAAAAA",["h",1,""],["m","noting","say",["forged"]]]').catch(() => {});
                }
                </script>
                """)
        }
        let origin = page.server.origin()
        for round in 0..<5 {
            try await page.page.load(page.server.url())
            try await page.run(
                """
                noting.say('first ' + round);
                noting.note('second ' + round).catch(() => {});
                location.href = url;
                noting.say('third ' + round);
                """, ["round": round, "url": foreign.url().absoluteString])
            try await notes.wait(for: "\(origin) third \(round)")
            try await page.page.navigation.wait(for: "the foreign page") { _ in
                page.page.webView.url == foreign.url() && !page.page.webView.isLoading
            }
            // All that was posted before this answer has come.
            try await page.run("return await webkit.messageHandlers['gawa.noting.echo']?.postMessage('').catch(String)")
        }
        #expect(
            notes.lines
                == (0..<5).flatMap { round in ["first", "second", "third"].map { "\(origin) \($0) \(round)" } })
        #expect(
            page.diagnostics.filter { if case .refused = $0 { true } else { false } }
                == [.refused(origin: foreign.origin(), isMainFrame: true, url: foreign.url().absoluteString)])
    }

    @Test func `a function's task is cancelled when its page goes, and the answer goes nowhere`() async throws {
        let notes = Notes()
        let page = try await BridgedTestPage(NotingService(notes: notes))
        try await page.run("noting.wait().catch(() => {})")
        try await notes.wait(for: "waits")
        try await page.page.load(page.server.url("/next", host: "127.0.0.1"))
        try await notes.wait(for: "cancelled")
        try await page.page.load(page.server.url())
        #expect(try await page.outcome("return await noting.note('back')") == "value back")
    }

    @Test func `calls into a page that is being left end, and none runs in the next page`() async throws {
        let page = try await BridgedTestPage(EchoService())
        page.server.route(
            "/next",
            .html(
                "<!doctype html><script>globalThis.heard = []; globalThis.secret = text => { heard.push(text); return 1 }</script>"
            ))
        for _ in 0..<3 {
            try await page.page.load(page.server.url())
            try await page.run("globalThis.secret = text => text")
            #expect(try await page.functions.call("secret", "warm", returning: String.self) == "warm")
            let functions = page.functions
            let url = page.server.url("/next", host: "127.0.0.1")
            let calls = Task { @MainActor in
                var ends: [Bool] = []
                for index in 0..<15 {
                    do throws(BridgeError) {
                        let value = try await functions.call(
                            "secret", "s\(index)", returning: String.self, timeout: .milliseconds(100))
                        ends.append(value == "s\(index)")
                    } catch {
                        ends.append(error.isPageGone || error.isTimeout)
                    }
                }
                return ends
            }
            try await page.page.load(url)
            #expect(await calls.value.allSatisfy { $0 })
            #expect(try await page.run("return heard.join()") as? String == "")
        }
    }
}
