import GawaTestSupport
import Testing
import WebKit

/// Bad input from frames of every kind, and from handlers that were removed.
@MainActor
@Suite(.serialized)
struct BadInputFrameTests {
    private static let bodies = [
        "1", "(() => { let a = []; for (let i = 1; i < 30000; ++i) a = [a]; return a })()",
        "(() => { const a = []; a.push(a); return a })()",
        "'x'.repeat(1e6)", "() => {}", "new Blob(['x'])", "document",
        "(() => { let a = []; for (let i = 1; i < 50000; ++i) a = [a]; return a })()",
    ]
    private static let outcomes = [
        "arrived", "arrived", "arrived", "arrived", "DataCloneError", "arrived", "DataCloneError", "DataCloneError",
    ]

    @Test func `every kind of frame gets the same answers, and every message its frame`() async throws {
        let framed = try await FramedPage()
        let recorder = MessageRecorder()
        framed.page.controller.add(recorder, name: "m")
        for name in FramedPage.names {
            for (body, outcome) in zip(Self.bodies, Self.outcomes) {
                let count = recorder.messages.count
                let script = """
                    try { await webkit.messageHandlers.m.postMessage(\(body)) } catch (error) { return error.name }
                    return 'arrived'
                    """
                #expect(try await framed.call(script, in: name) as? String == outcome, "\(body) in \(name)")
                #expect(recorder.messages.count == count + (outcome == "arrived" ? 1 : 0))
                guard outcome == "arrived" else { continue }
                #expect(recorder.messages.last?.frameInfo.request.url == (try framed.frame(name).request.url))
            }
        }
    }

    @Test func `mh-stale-object-rejects: after its removal a handler refuses in every kind of frame`() async throws {
        let framed = try await FramedPage()
        let recorder = MessageRecorder()
        framed.page.controller.add(recorder, name: "m")
        for name in FramedPage.names {
            _ = try await framed.evaluate("window.kept = webkit.messageHandlers.m; 0", in: name)
        }
        framed.page.controller.removeScriptMessageHandler(forName: "m")
        for name in FramedPage.names {
            let script = """
                const gone = [typeof webkit.messageHandlers.m]
                try { await kept.postMessage(1); gone.push('arrived') } catch (error) { gone.push(error.name) }
                try { await kept.postMessage.call({}, 1); gone.push('arrived') } catch (error) { gone.push(error.name) }
                return gone.join()
                """
            #expect(
                try await framed.call(script, in: name) as? String == "undefined,InvalidAccessError,TypeError",
                "\(name)")
        }
        #expect(recorder.messages.isEmpty)
        // A new registration is another: the kept object stays dead.
        framed.page.controller.add(recorder, name: "m")
        for name in ["main", "same", "cross"] {
            let script = """
                try { await kept.postMessage('old'); return 'arrived' } catch (error) {
                    await webkit.messageHandlers.m.postMessage('new'); return error.name
                }
                """
            #expect(try await framed.call(script, in: name) as? String == "InvalidAccessError", "\(name)")
        }
        #expect(recorder.bodies as? [String] == ["new", "new", "new"])
    }

    @Test func `storms from all frames at once arrive whole, each in its order`() async throws {
        let framed = try await FramedPage()
        let recorder = MessageRecorder()
        framed.page.controller.add(recorder, name: "m")
        let script = """
            const all = []
            for (let i = 0; i < 1000; ++i) {
                all.push(webkit.messageHandlers.m.postMessage([name, i]))
                if (i % 50 === 0) await new Promise(done => {
                    const channel = new MessageChannel()
                    channel.port1.onmessage = done
                    channel.port2.postMessage(0)
                })
            }
            await Promise.all(all)
            """
        let calls = CompletionRecorder()
        for name in FramedPage.names {
            framed.page.webView.callAsyncJavaScript(
                script, arguments: ["name": name], in: try framed.frame(name), in: .page
            ) {
                calls.note(name, $0)
            }
        }
        try await calls.wait(count: FramedPage.names.count)
        #expect(calls.log.allSatisfy { $0.hasSuffix("success boxed nil") })
        #expect(recorder.messages.count == 1000 * FramedPage.names.count)
        for name in FramedPage.names {
            let numbers = recorder.bodies.compactMap { $0 as? [Any] }.filter { $0[0] as? String == name }.map {
                $0[1] as? Int
            }
            #expect(numbers == (0..<1000).map { $0 }, "\(name)")
        }
    }
}
