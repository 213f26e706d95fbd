import Foundation
import Gawa
import GawaTestSupport
import Testing

/// What the pages of documentation show, as a user of the module would write it.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct DocumentedSampleTests {
    struct FollowChange: Codable, Sendable {
        let id: String
        let isFollowing: Bool
    }

    struct Hit: Codable, Sendable { let title: String }
    struct Line: Codable, Sendable { let price: Int }
    struct Pick: Codable, Sendable { let id: String }

    struct Store: Sendable {
        let changes = EventSource<FollowChange>()
        let theme = EventSource<String>(keeping: .latest)
        let boot = EventSource<Int>(keeping: .untilFirstListener(100))

        func hits(matching query: String) -> AsyncStream<Hit> {
            AsyncStream {
                $0.yield(Hit(title: query))
                $0.finish()
            }
        }

        func upload(_ name: String) -> AsyncThrowingStream<Double, any Error> {
            AsyncThrowingStream {
                for fraction in [0.5, 1] { $0.yield(fraction) }
                $0.finish()
            }
        }
    }

    struct Calendars: BridgeService {
        let store: Store
        static let name = "calendars"
        static func describe(_ bridge: inout BridgeDescription<Self>) {
            bridge.stream("search", "query") { (service: Self, query: String) in
                service.store.hits(matching: query)
            }
            bridge.event("changed", of: FollowChange.self) { (service: Self) in
                service.store.changes
            }
            bridge.event("theme", of: String.self, replaysLatest: true) { $0.store.theme }
            bridge.function("upload", "name", "progress") {
                (service: Self, name: String, progress: Callback<Void, Double>) async throws in
                for try await fraction in service.store.upload(name) { try await progress(fraction) }
            }
            bridge.stream("chat", "messages") { (service: Self, messages: PageStream<String>) in
                messages.map { "\($0)!" }
            }
        }
    }

    struct Locking: BridgeMiddleware {
        let notes: MiddlewareNotes

        func handle(_ call: BridgeCall, next: @escaping Next) async throws -> BridgeResult {
            guard call.function != "chat" else { throw CallRefused("The app is locked") }
            return try await next(call)
        }

        func trace(_ trace: BridgeTrace) { notes.note(trace) }
    }

    @Test func `a page reads a stream, hears an event, and passes a function and a stream`() async throws {
        let store = Store()
        let page = try await BridgedTestPage(Calendars(store: store))
        let result = try await page.outcome(
            """
            const told = [];
            for await (const hit of calendars.search('swift')) told.push(hit.title);
            await calendars.upload('a.png', fraction => told.push(fraction));
            async function* typed() { yield 'hello'; yield 'bye'; }
            for await (const answer of calendars.chat(typed())) told.push(answer);
            calendars.addEventListener('theme', event => told.push(event.detail));
            globalThis.told = told;
            return told.join();
            """)
        #expect(result == "value swift,0.5,1,hello!,bye!")
        #expect(try await isReleased { store.theme.listenerCount == 1 ? nil : page })
        #expect(store.theme.emit("dark") == 1)
        #expect(store.changes.emit(FollowChange(id: "42", isFollowing: true)) == 0)
    }

    @Test func `Swift reads a page's stream, and hears its events`() async throws {
        let bridged = try await BridgedTestPage(Calendars(store: Store()))
        let page = bridged.functions
        try await bridged.run(
            "globalThis.cart = { lines: async function* (currency) { yield { price: 1 }; yield { price: 2 }; } }")
        var total = 0
        for try await line in page.stream("cart.lines", "EUR", of: Line.self) { total += line.price }
        #expect(total == 3)
        let picks = page.events("calendars.picked", of: Pick.self)
        try await bridged.run("calendars.dispatchEvent(new CustomEvent('picked', { detail: { id: '42' } }))")
        for await pick in picks {
            #expect(pick.id == "42")
            break
        }
    }

    @Test func `a middleware refuses, and hears how calls went`() async throws {
        let notes = MiddlewareNotes()
        let page = try await BridgedTestPage(Calendars(store: Store()), middleware: [Locking(notes: notes)])
        #expect(
            try await page.outcome("for await (const answer of calendars.chat(new ReadableStream())) {}")
                == "true NotAllowedError notAllowed The app is locked")
        #expect(
            try await page.outcome("for await (const hit of calendars.search('a')) return hit.title") == "value a")
        #expect(try await isReleased { notes.traceCount == 3 ? nil : page })
    }
}
