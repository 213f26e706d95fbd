import Foundation
import GawaTestSupport
import TestProcess
import TestServer
import Testing
import WebKit

extension Lanes {
    /// Whose lane it is, and that it ends with its document.
    @MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
    struct LaneDocumentTests {
        private let handler = LaneHandler()

        private static func page(_ handler: LaneHandler) -> TestPage {
            let page = TestPage()
            page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "echo")
            return page
        }

        private static let opening = "<script>\(TestPage.laneScript)</script>"

        @Test func `the app knows the frame of a lane, its origin and its view`() async throws {
            let server = try TestServer()
            let foreign = server.url("/foreign", host: "127.0.0.1")
            server.route(
                "/",
                .html(
                    """
                    \(Self.opening)<iframe src='/same'></iframe><iframe src='\(foreign)'></iframe>
                    <iframe sandbox=allow-scripts src='/sandboxed'></iframe>
                    """))
            for path in ["/same", "/foreign", "/sandboxed"] { server.route(path, .html(Self.opening)) }
            let page = Self.page(handler)
            try await page.load(server.url())
            let opened = try await handler.wait(count: 4)
            let facts = Set(opened.map { "\($0.path) \($0.isMainFrame) \($0.origin)" })
            #expect(
                facts == [
                    "/ true http://localhost", "/same false http://localhost", "/foreign false http://127.0.0.1",
                    "/sandboxed false ://",
                ])
            #expect(opened.allSatisfy { $0.webView === page.webView })
            #expect(try await page.call("return lane.ask('main', [], 10000)[0]") as? String == "main")
            #expect(try await page.call("return frames[0].lane.ask('sub', [], 10000)[0]") as? String == "sub")
            let heard = opened.map { $0.recorder.state.texts.joined() + $0.path }
            #expect(Set(heard) == ["main/", "sub/same", "/foreign", "/sandboxed"])
        }

        @Test func `a lane ends when its page leaves, and the next page has one of its own`() async throws {
            let server = try TestServer { _ in .html(Self.opening) }
            let page = Self.page(handler)
            try await page.load(server.url("/a"))
            try await page.load(server.url("/b"))
            try await handler.wait(count: 2)
            #expect(try await handler.opened[0].recorder.waitForEnd() == .closedByPage)
            #expect(!handler.opened[1].lane.isClosed)
            #expect(try await page.call("return lane.ask('next', [], 10000)[0]") as? String == "next")
        }

        @Test func `a page in the back/forward cache has no lane, and can open one when it is back`() async throws {
            let server = try TestServer { request in
                .html(Self.opening + (request.path == "/inner" ? "" : "<iframe src='/inner'></iframe>"))
            }
            let page = Self.page(handler)
            try await page.load(server.url("/a"))
            try await handler.wait(count: 2)
            try await page.evaluate(
                "var shown = []; addEventListener('pageshow', event => shown.push(event.persisted)); 0")
            try await page.load(server.url("/b"))
            try await handler.wait(count: 4)
            for first in handler.opened.prefix(2) { #expect(try await first.recorder.waitForEnd() == .closedByPage) }
            try await page.navigation.waitForEnd(of: page.webView.goBack())
            for second in handler.opened[2..<4] { #expect(try await second.recorder.waitForEnd() == .closedByPage) }
            let facts = try await page.call(
                "return `${shown} ${lane.send('x')} ${frames[0].lane.send('x')} ${ends} ${lane.ask('x', [], 10)}`")
            // Out of the cache, with the old lanes closed.
            #expect(facts as? String == "true false false 0 null")
            #expect(
                try await page.call(
                    "lane = webkit.messageHandlers.echo.openLane(listen); return lane.ask('back', [], 10000)[0]")
                    as? String == "back")
            #expect(
                try await page.call(
                    "const w = frames[0]; w.eval(`lane = webkit.messageHandlers.echo.openLane(listen)`); return w.lane.ask('sub', [], 10000)[0]"
                ) as? String == "sub")
            #expect(handler.openCount == 2)
        }

        @Test func `a frame's lane ends with the frame, and with its document`() async throws {
            let server = try TestServer { request in
                .html(request.path == "/" ? "<iframe src='/one'></iframe><iframe src='/two'></iframe>" : Self.opening)
            }
            let page = Self.page(handler)
            try await page.load(server.url("/"))
            let opened = try await handler.wait(count: 2)
            let removed = try await page.call(
                """
                const frame = document.querySelector('iframe[src="/one"]'), kept = frame.contentWindow.lane;
                const open = frame.contentWindow.webkit.messageHandlers.echo.openLane;
                frame.remove();
                return [kept.send('x'), kept.ask('x', [], 100), open(() => {})].map(String).join();
                """)
            #expect(removed as? String == "false,null,undefined")
            let one = try #require(opened.first { $0.path == "/one" })
            #expect(try await one.recorder.waitForEnd() == .closedByPage)
            #expect(one.recorder.state.messages.isEmpty)
            let left = try await page.call(
                """
                const frame = document.querySelector('iframe'), kept = frame.contentWindow.lane;
                const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
                frame.src = '/three';
                await loaded;
                return [kept.send('x'), kept.ask('x', [], 100), frame.contentWindow.lane.ask('new', [], 10000)[0]].map(String).join();
                """)
            #expect(left as? String == "false,null,new")
            let two = try #require(opened.first { $0.path == "/two" })
            #expect(try await two.recorder.waitForEnd() == .closedByPage)
            #expect(two.recorder.state.messages.isEmpty)
        }

        @Test func `a lane ends with its page when scripts are turned off in the next`() async throws {
            let page = Self.page(handler)
            try await page.load(html: Self.opening, baseURL: URL(string: "https://app.example/"))
            let opened = try await handler.wait(count: 1)
            page.navigation.decideAction = nil
            page.webView.configuration.defaultWebpagePreferences.allowsContentJavaScript = false
            try await page.load(html: "<p>", baseURL: URL(string: "https://app.example/"))
            #expect(try await opened[0].recorder.waitForEnd() == .closedByPage)
        }

        @Test func `a lane ends when its view is closed`() async throws {
            var page: TestPage? = try await TestPage.withLane(handler)
            let opened = try await handler.wait(count: 1)
            weak let view = page?.webView
            page = nil
            #expect(try await opened[0].recorder.waitForEnd() == .closedByPage)
            #expect(try await isReleased { view })
        }

        @Test func `a view whose page waits for the app can be closed`() async throws {
            let handler = LaneHandler { _, _ in }
            var page: TestPage? = try await TestPage.withLane(handler)
            let opened = try await handler.wait(count: 1)
            try await page?.evaluate("setTimeout(() => lane.ask('never answered', undefined, 1e9)); 0")
            try await opened[0].recorder.wait(count: 1)
            weak let view = page?.webView
            page = nil
            #expect(try await opened[0].recorder.waitForEnd() == .closed)
            #expect(try await isReleased { view })
        }

        @Test func `a lane ends when its process dies`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let handler = LaneHandler()
                let page = try await TestPage.withLane(handler)
                let opened = try await handler.wait(count: 1)
                let processes = WebProcesses.running()
                try #require(!processes.isEmpty)
                WebProcesses.kill(processes)
                #expect(try await opened[0].recorder.waitForEnd() == .closedByPage)
                try await page.navigation.wait(for: "the death") { $0.contains { $0.name == "processTerminated" } }
            }
        }

        @Test func `frames with lanes that come and go leave nothing in the app`() async throws {
            let server = try TestServer { request in .html(request.path == "/" ? "<p>" : Self.opening) }
            let page = Self.page(handler)
            try await page.load(server.url("/"))
            try await page.call(
                """
                for (let round = 0; round < 30; ++round) {
                    const frame = document.createElement('iframe');
                    frame.src = '/' + round + 1;
                    const loaded = new Promise(resolve => frame.addEventListener('load', resolve));
                    document.body.append(frame);
                    await loaded;
                    frame.contentWindow.lane.ask('x'.repeat(100000), [new Uint8Array(100000)], 10000);
                    frame.remove();
                }
                """)
            for opened in try await handler.wait(count: 30) { try await opened.recorder.waitForEnd() }
            #expect(try await Lanes.becomes { Lanes.threadCount == 0 && Lanes.memoryFileCount == 0 })
        }
    }
}
