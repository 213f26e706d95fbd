import Foundation
import GawaTestSupport
import GawaWebKit
import TestServer
import Testing

@testable import Gawa

/// What is meant for the document that called reaches no other.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct LeftDocumentTests {
    @Test func `a script for the caller's document does not run in the page that came after it`() async throws {
        let service = SettlingService()
        let page = try await BridgedTestPage(service)
        let foreign = try TestServer { _ in .html("<!doctype html><p>foreign") }
        for round in 0..<6 {
            try await page.page.load(page.server.url())
            service.forgetCallers()
            try await page.run("settling.note('here')")
            try await service.wait(for: "the caller") { $0.callers.count == 1 }
            let caller = try #require(service.callers.first).page
            var runs: [Task<String, Never>] = []
            page.page.navigation.onEvent = { _, event in
                guard event.name == "committed" || event.name == "started" else { return }
                runs.append(
                    Task { @MainActor in
                        do throws(BridgeError) {
                            return try await caller.evaluate(
                                "globalThis.seen = secret; return location.origin", arguments: ["secret": "s"],
                                returning: String.self)
                        } catch {
                            return error.isPageGone ? "gone" : "\(error)"
                        }
                    })
            }
            // Of another site, or of the same.
            let next = round.isMultiple(of: 2) ? foreign.url() : page.server.url("/next")
            try await page.page.load(next)
            page.page.navigation.onEvent = nil
            for run in runs { #expect([page.server.origin(), "gone"].contains(await run.value)) }
            #expect(try await page.run("return globalThis.seen ?? 'nothing'") as? String == "nothing")
        }
    }

    @Test func `a wait for a document ends with its view`() async throws {
        let bridge = Bridge(EchoService(), allowing: .origins(["https://app.example.com"]))
        var page: TestPage? = TestPage()
        bridge.install(in: try #require(page).controller)
        let functions = bridge.page(in: try #require(page).webView)
        let call = Task { @MainActor in
            await Ending.of { () throws(BridgeError) in try await functions.call("never", timeout: .seconds(1)) }
        }
        await Task.yield()
        page = nil
        #expect(await call.value == .gone(.closed))
    }

    @Test func `calls of a blank frame whose document its page writes settle`() async throws {
        let service = SettlingService()
        let page = try await BridgedTestPage(service, frames: .all)
        let end = try await page.outcome(
            """
            const results = [];
            for (const source of [undefined, 'about:blank']) {
                const frame = document.createElement('iframe');
                if (source) frame.src = source;
                document.body.append(frame);
                await new Promise(resolve => setTimeout(resolve, 100));
                const before = frame.contentWindow.settling?.same(1) ?? Promise.resolve('none');
                frame.contentDocument.open();
                frame.contentDocument.write('<p>written');
                frame.contentDocument.close();
                const late = frame.contentWindow.settling?.later(2, 300) ?? Promise.resolve('none');
                const timer = name => new Promise(resolve => setTimeout(() => resolve(name), 2000));
                const settle = promise => promise.catch(error => error.code);
                results.push(await Promise.race([settle(before), timer('hangs')]));
                results.push(await Promise.race([settle(late), timer('hangs')]));
            }
            return results.join();
            """)
        #expect(!end.contains("hangs"), "\(end)")
    }
}
