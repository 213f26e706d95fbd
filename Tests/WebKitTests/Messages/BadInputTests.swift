import GawaTestSupport
import TestProcess
import Testing
import WebKit

/// What a page can throw at the host: it has to live, and the page has to hear of everything that does not arrive.
@MainActor
@Suite(.serialized)
struct BadInputTests {
    private let recorder = MessageRecorder()
    private let configuration = TestPage.configuration()

    private func makePage() async throws -> TestPage {
        configuration.userContentController.add(recorder, name: "m")
        return try await TestPage(html: "<p>", configuration: configuration)
    }

    /// Posts what an expression gives, and returns the name of the error that the page sees, or `arrived`.
    private func post(_ expression: String, on page: TestPage) async throws -> String {
        let body = """
            let value
            try { value = \(expression) } catch (error) { return 'the test is wrong: ' + error }
            try { await webkit.messageHandlers.m.postMessage(value) } catch (error) { return error.name }
            return 'arrived'
            """
        return try await page.call(body) as? String ?? "?"
    }

    @Test func `deep values arrive or are refused, and never end a process`() async throws {
        let page = try await makePage()
        for (depth, outcome) in [
            (20_000, "arrived"), (40_000, "arrived"), (40_001, "DataCloneError"), (1_000_000, "DataCloneError"),
        ] {
            for expression in [
                "(() => { let a = []; for (let i = 1; i < \(depth); ++i) a = [a]; return a })()",
                "(() => { let o = {}; for (let i = 1; i < \(depth); ++i) o = { o }; return o })()",
            ] {
                #expect(try await post(expression, on: page) == outcome, "\(depth)")
            }
        }
        #expect(recorder.messages.count == 4)
        var count = 0
        var level = recorder.messages[2].body as? [Any]
        while let array = level {
            count += 1
            level = array.first as? [Any]
        }
        #expect(count == 40_000)
        #expect(page.navigation.events.count { $0.name == "processTerminated" } == 0)
    }

    @Test func `cyclic values arrive`() async throws {
        let page = try await makePage()
        for expression in [
            "(() => { const a = [1]; a.push(a); return a })()",
            "(() => { const o = {}; o.o = { p: [o] }; return o })()",
            "(() => { let a = []; for (let i = 0; i < 20; ++i) a = [a, a]; return a })()",
        ] {
            #expect(try await post(expression, on: page) == "arrived")
        }
        // A short text that stands for more values than anyone could walk.
        let bomb = "(() => { let a = []; for (let i = 0; i < 60; ++i) a = [a, a]; return a })()"
        #expect(try await post(bomb, on: page) == "DataCloneError")
        #expect(recorder.messages.count == 3)
    }

    @Test func `what cannot be cloned is refused, and the page hears of each`() async throws {
        let page = try await makePage()
        for expression in [
            "() => {}", "{ f() {} }", "[Symbol()]", "document.body", "window", "Promise.resolve()",
            "{ get a() { throw 1 } }", "new WeakMap",
            "[new Proxy({}, { ownKeys() { throw 1 } })]",
            "(() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy })()",
        ] {
            #expect(try await post("(\(expression))", on: page) == "DataCloneError", "\(expression)")
        }
        #expect(recorder.messages.isEmpty)
        #expect(try await post("new Blob(['x'])", on: page) == "arrived")
        #expect(recorder.bodies.first is NSNull)
        #expect(
            try await page.call("try { await webkit.messageHandlers.m.postMessage() } catch (e) { return e.name }")
                as? String == "TypeError")
    }

    @Test func `fifty million characters arrive whole, or are refused`() async throws {
        let page = try await makePage()
        #expect(try await post("'x'.repeat(50e6)", on: page) == "arrived")
        #expect((recorder.bodies.first as? String)?.utf8.count == 50_000_000)
        #expect(try await post("'\\u20AC'.repeat(10e6)", on: page) == "arrived")
        #expect((recorder.bodies.last as? String)?.unicodeScalars.allSatisfy { $0 == "€" } == true)
    }

    @Test(.enabled(if: FullTests.areOn)) func `values beyond the limits are refused`() async throws {
        let page = try await makePage()
        for expression in [
            "(() => { const s = 'x'.repeat(500e6); return [s, s] })()", "new Array(4e9)", "[new Array(33554433)]",
        ] {
            #expect(try await post(expression, on: page) == "DataCloneError")
        }
        #expect(recorder.messages.isEmpty)
        #expect(try await post("1", on: page) == "arrived")
    }

    @Test func `a body whose reading runs the page's code does no harm`() async throws {
        let page = try await makePage()
        let bodies = [
            "({ get a() { webkit.messageHandlers.m.postMessage('inner'); return 1 } })",
            "({ get a() { document.body.innerHTML = ''; return 1 } })", "new Proxy({ a: 1 }, { get() { return 2 } })",
            "new Proxy([], { get(target, key) { return key === 'length' ? 3 : 1 } })",
            "new Proxy({}, { ownKeys() { return Array.from({ length: 1000 }, (_, i) => 'k' + i) }, getOwnPropertyDescriptor() { return { enumerable: true, configurable: true, value: 1 } } })",
            "(() => { const a = [1, 2, 3]; Object.defineProperty(a, 0, { get() { a.length = 0; return 1 } }); return a })()",
        ]
        for body in bodies { #expect(try await post(body, on: page) == "arrived", "\(body)") }
        let endless = "new Proxy([], { get(target, key) { return key === 'length' ? Infinity : 1 } })"
        #expect(try await post(endless, on: page) == "DataCloneError")
        #expect(recorder.messages.count == bodies.count + 1)
        // A frame that removes itself, and with it its window, while its body is read.
        let body = """
            const frame = document.body.appendChild(document.createElement('iframe'))
            const handler = frame.contentWindow.webkit.messageHandlers.m
            const outcome = handler.postMessage({ get a() { frame.remove(); return 1 } }).then(() => 'arrived', error => error.name)
            return Promise.race([outcome, new Promise(done => setTimeout(() => done('pending'), 300))])
            """
        #expect(try await page.call(body) as? String == "InvalidAccessError")
    }

    // MARK: Storms

    @Test func `a storm of messages arrives whole and in order`() async throws {
        let count = FullTests.areOn ? 100_000 : 20_000
        let page = try await makePage()
        let body = """
            const all = []
            for (let i = 0; i < count; ++i) all.push(webkit.messageHandlers.m.postMessage(i))
            return (await Promise.all(all)).length
            """
        #expect(try await page.call(body, ["count": count]) as? Int == count)
        #expect(recorder.messages.count == count)
        #expect(recorder.bodies.enumerated().allSatisfy { $0.element as? Int == $0.offset })
    }

    @Test func `in a storm, whatever does not arrive is an error that the page sees`() async throws {
        let page = try await makePage()
        let controller = configuration.userContentController
        recorder.onMessage = { [recorder] _ in
            if recorder.messages.count == 2_000 { controller.removeScriptMessageHandler(forName: "m") }
        }
        let body = """
            const handler = webkit.messageHandlers.m
            let arrived = 0, refused = 0
            const all = []
            // Timers are slowed down in a page that is not shown.
            const turn = () => new Promise(done => {
                const channel = new MessageChannel()
                channel.port1.onmessage = done
                channel.port2.postMessage(0)
            })
            for (let i = 0; i < 20000; ++i) {
                all.push(handler.postMessage(i).then(() => { arrived += 1 },
                    error => { if (error.name === 'InvalidAccessError') refused += 1 }))
                if (i % 500 === 0) await turn()
            }
            await Promise.all(all)
            return [arrived, refused]
            """
        let counts = try #require(try await page.call(body) as? [Int])
        #expect(counts[0] == 2_000)
        #expect(counts[1] == 18_000)
        #expect(recorder.messages.count == 2_000)
    }

    @Test func `a page that storms and goes takes no host with it`() async throws {
        let storm = "for (let i = 0; i < 20000; ++i) webkit.messageHandlers.m.postMessage(i)"
        let page = try await makePage()
        try await page.evaluate(storm + "; 0")
        try await page.load(html: "<p>next")
        #expect(recorder.messages.count <= 20_000)
        let count = recorder.messages.count
        #expect(recorder.bodies.enumerated().allSatisfy { $0.element as? Int == $0.offset })
        page.webView.evaluateJavaScript(storm, completionHandler: nil)
        #expect(try await post("'after'", on: page) == "arrived")
        #expect(recorder.messages.count == count + 20_001)
        do {
            let other = TestPage(configuration: configuration)
            try await other.load(html: "<p>")
            other.webView.evaluateJavaScript(storm, completionHandler: nil)
        }
        #expect(try await page.evaluate("1") as? Int == 1)
    }
}
