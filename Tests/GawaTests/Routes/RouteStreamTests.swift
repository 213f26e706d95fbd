import Foundation
import Gawa
import GawaTestSupport
import TestProcess
import Testing

/// Answers in pieces, as pages read them.
@MainActor @Suite(.serialized, .timeLimit(.minutes(3)))
struct RouteStreamTests {
    private struct Failure: Error {}

    /// Pieces that a test sends one by one.
    private struct Pieces: Sendable {
        let stream: AsyncThrowingStream<Data, any Error>
        let continuation: AsyncThrowingStream<Data, any Error>.Continuation

        init(_ notes: RouteNotes) {
            (stream, continuation) = AsyncThrowingStream.makeStream()
            continuation.onTermination = { end in
                if case .cancelled = end { Task { await notes.note("cancelled") } }
            }
        }

        func send(_ text: String) { continuation.yield(Data(text.utf8)) }
    }

    private func streamPage(_ type: String = "text/plain", byteCount: Int? = nil) async throws -> (
        RoutedTestPage, Pieces
    ) {
        var pieces: Pieces?
        let page = try await RoutedTestPage { routes, notes in
            let made = Pieces(notes)
            pieces = made
            routes.get("stream") { _ in .stream(made.stream, type: type, byteCount: byteCount) }
        }
        return (page, try #require(pieces))
    }

    /// Reads the stream, and tells each piece to the app.
    private static let read = """
        globalThis.seen = [];
        globalThis.control = new AbortController();
        globalThis.reading = (async () => {
            try {
                const answer = await fetch('native://native/stream', {signal: control.signal});
                seen.push('status ' + answer.status);
                const reader = answer.body.getReader();
                for (;;) {
                    const {value, done} = await reader.read();
                    if (done) return seen.push('end');
                    seen.push(new TextDecoder().decode(value));
                    webkit.messageHandlers.seen.postMessage(seen.length);
                }
            } catch (error) {
                seen.push(error.name);
            }
        })();
        0
        """

    /// Has the page read the stream; each piece that it sees is told.
    private func startReading(_ page: RoutedTestPage) async throws -> MessageRecorder {
        let seen = MessageRecorder()
        page.page.controller.add(seen, name: "seen")
        try await page.page.evaluate(Self.read)
        return seen
    }

    @Test func `fetch sees each piece before the next is made`() async throws {
        let (page, pieces) = try await streamPage()
        let seen = try await startReading(page)
        for number in 1...5 {
            pieces.send("piece \(number)")
            try await seen.wait(count: number)
        }
        pieces.continuation.finish()
        #expect(
            try await page.run("await reading; return seen.join()")
                == "status 200,piece 1,piece 2,piece 3,piece 4,piece 5,end")
        #expect(try await page.isIdle())
    }

    @Test func `an abort of the page cancels the sequence`() async throws {
        let (page, pieces) = try await streamPage()
        let seen = try await startReading(page)
        pieces.send("piece")
        try await seen.wait(count: 1)
        #expect(
            try await page.run("control.abort(); await reading; return seen.join()") == "status 200,piece,AbortError")
        try await page.notes.wait(for: "cancelled")
        #expect(try await page.isIdle())
        #expect(page.diagnostics == [])
    }

    @Test func `BR-084: an error in mid-body is a network error, and the app is told`() async throws {
        let (page, pieces) = try await streamPage()
        let seen = try await startReading(page)
        pieces.send("piece")
        try await seen.wait(count: 1)
        pieces.continuation.finish(throwing: Failure())
        #expect(try await page.run("await reading; return seen.join()") == "status 200,piece,TypeError")
        #expect(page.diagnostics == [.bodyFailed(route: "GET /stream", error: "Failure()")])
        #expect(try await page.isIdle())
    }

    @Test func `an answer with fewer or more bytes than it says is a network error`() async throws {
        for text in ["ab", "abcd"] {
            let (page, pieces) = try await streamPage(byteCount: 3)
            pieces.send(text)
            pieces.continuation.finish()
            #expect(
                try await page.run("return await fetch('native://native/stream').then(answer => answer.text())")
                    .hasPrefix("TypeError"))
            #expect(page.diagnostics.count == 1)
        }
        let (page, pieces) = try await streamPage(byteCount: 3)
        pieces.send("abc")
        pieces.continuation.finish()
        #expect(
            try await page.run(
                "const a = await fetch('native://native/stream'); return a.headers.get('content-length') + await a.text()"
            )
                == "3abc")
    }

    @Test func `a large body comes whole, and its producer waits for the engine`() async throws {
        let page = try await RoutedTestPage { routes, _ in
            routes.get("large") { _ in
                RouteResponse(
                    body: .pieces(byteCount: 64 << 20) {
                        let count = Counter()
                        return {
                            let number = await count.next()
                            return number < 64 ? Data(repeating: UInt8(number), count: 1 << 20) : nil
                        }
                    })
            }
        }
        #expect(
            try await page.run(
                """
                const reader = (await fetch('native://native/large')).body.getReader();
                let length = 0, wrong = 0;
                for (;;) {
                    const {value, done} = await reader.read();
                    if (done) return [length, wrong].join();
                    for (let i = 0; i < value.length; i += 4096) if (value[i] !== length + i >> 20) wrong++;
                    length += value.length;
                }
                """) == "\(64 << 20),0")
        #expect(try await page.isIdle())
    }

    @Test func `a body in pieces takes little memory of the app, however long it is`() async {
        await #expect(processExitsWith: .success) { try await Self.sendMuch() }
    }

    private static func sendMuch() async throws {
        let page = try await RoutedTestPage { routes, _ in
            routes.get("much") { _ in
                RouteResponse(
                    body: .pieces {
                        let count = Counter()
                        return {
                            let number = await count.next()
                            return number < 256 ? Data(repeating: UInt8(number), count: 1 << 20) : nil
                        }
                    })
            }
        }
        let read = """
            const reader = (await fetch('native://native/much')).body.getReader();
            let length = 0;
            for (;;) {
                const {value, done} = await reader.read();
                if (done) return length;
                length += value.length;
            }
            """
        let before = ProcessCensus().residentBytes
        async let answer = page.run(read)
        var most = before
        while page.routes.openCountForTests == 0 { await Task.yield() }
        while page.routes.openCountForTests > 0 {
            most = max(most, ProcessCensus().residentBytes)
            // The memory is looked at from time to time: no event says that it has grown.
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await answer == "\(256 << 20)")
        #expect(most - before < 100 << 20)
    }

    // MARK: Server-sent events

    @Test func `an EventSource opens before the first event, and hears each with its name and id`() async throws {
        let events = AsyncStream<ServerSentEvent>.makeStream()
        let page = try await RoutedTestPage { routes, notes in
            events.continuation.onTermination = { end in
                if case .cancelled = end { Task { await notes.note("cancelled") } }
            }
            routes.get("events") { _ in .events(events.stream) }
        }
        let told = MessageRecorder()
        page.page.controller.add(told, name: "told")
        try await page.page.evaluate(
            """
            const source = new EventSource('native://native/events');
            globalThis.source = source;
            const tell = text => webkit.messageHandlers.told.postMessage(text);
            source.onopen = () => tell('open');
            source.onmessage = event => tell('message ' + event.data + ' ' + event.lastEventId);
            source.addEventListener('tick', event => tell('tick ' + event.data));
            0
            """)
        try await told.wait(count: 1)
        events.continuation.yield(ServerSentEvent("a\nb", id: "7"))
        try await told.wait(count: 2)
        events.continuation.yield(ServerSentEvent("ü", name: "tick"))
        try await told.wait(count: 3)
        #expect(told.bodies as? [String] == ["open", "message a\nb 7", "tick ü"])
        try await page.page.evaluate("source.close(); 0")
        try await page.notes.wait(for: "cancelled")
        #expect(try await page.isIdle())
    }

    @Test func `an EventSource asks again after the end, and says the last id`() async throws {
        let page = try await RoutedTestPage { routes, notes in
            routes.get("events") { request in
                await notes.note("asked with \(request.headers["Last-Event-ID"] ?? "none")")
                return .events(
                    AsyncStream {
                        $0.yield(ServerSentEvent("a", id: "7", retry: .milliseconds(10)))
                        $0.finish()
                    })
            }
        }
        try await page.page.evaluate("globalThis.source = new EventSource('native://native/events'); 0")
        try await page.notes.wait(for: "asked with none")
        try await page.notes.wait(for: "asked with 7")
        try await page.page.evaluate("source.close(); 0")
        #expect(try await page.isIdle())
    }
}

/// Counts from zero.
private actor Counter {
    private var count = 0

    func next() -> Int {
        defer { count += 1 }
        return count
    }
}
