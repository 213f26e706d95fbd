import Foundation
import GawaTestSupport
import GawaWebKit
import Testing

@testable import Gawa

/// Events of the app and of the page, to a page that speaks the protocol by hand.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct PageEventTests {
    private let service = TapService()

    struct Pick: Codable, Sendable, Equatable {
        let id: String
    }

    private func page(_ change: (inout BridgeLimits) -> Void = { _ in }) async throws -> RawPage {
        var limits = BridgeLimits()
        limits.streamItemCount = 4
        change(&limits)
        return try await RawPage(service, limits: limits)
    }

    // MARK: Of the app

    @Test func `an event reaches each document that hears it, from then on until it leaves`() async throws {
        let page = try await page()
        #expect(service.source.emit(0) == 0)
        try await page.say(#"["s",1,"tap","changed",[]]"#)
        try await service.wait(for: "nothing") { _ in true }
        #expect(try await page.settledItems() == [])
        #expect(service.source.emit(1) == 1)
        #expect(try await page.items(1) == ["[\"i\",1,1]"])
        try await page.say(#"["s",9,"tap","changed",[]]"#)
        #expect(try await page.settledItems() == [])
        #expect(service.source.emit(2) == 2)
        #expect(Set(try await page.items(2)) == ["[\"i\",1,2]", "[\"i\",9,2]"])
        try await page.say(#"["x",1]"#)
        #expect(try await page.settledItems() == [])
        #expect(try await isReleased { service.source.listenerCount == 1 ? nil : page })
        #expect(service.source.emit(3) == 1)
        #expect(try await page.items(1) == ["[\"i\",9,3]"])
        service.source.finish()
        #expect(try await page.items(1) == ["[\"d\",9]"])
    }

    @Test func `one that tells the latest begins with it, and one that kept for the first listener with all`()
        async throws
    {
        let page = try await page()
        for value in 1...3 {
            service.latest.emit(value)
            service.boot.emit(value)
        }
        try await page.say(#"["s",1,"tap","latest",[]]"#, #"["s",2,"tap","boot",[]]"#, #"["s",3,"tap","boot",[]]"#)
        #expect(
            Set(try await page.items(4)) == ["[\"i\",1,3]", "[\"i\",2,1]", "[\"i\",2,2]", "[\"i\",2,3]"])
        #expect(try await page.settledItems() == [])
    }

    @Test func `a page that does not take its events misses the oldest, and that is told`() async throws {
        let page = try await page()
        try await page.say(#"["s",1,"tap","changed",[]]"#)
        #expect(try await page.settledItems() == [])
        for value in 0..<400 {
            service.source.emit(value)
            if value == 3 { #expect(try await page.items(4).count == 4) }
        }
        // Four are on their way, and 256 wait.
        try await page.wait(for: "the diagnostic") { $0 == .eventsDropped(event: "tap.changed", count: 100) }
        #expect(
            page.diagnostics == [1, 10, 100].map { .eventsDropped(event: "tap.changed", count: $0) })
        #expect(service.source.droppedCount == 140)
        try await page.say(#"["k",1,4]"#)
        #expect(try await page.items(4) == (144..<148).map { "[\"i\",1,\($0)]" })
    }

    @Test func `drops are told behind a map and a filter too, and an event that fails is told`() async throws {
        let page = try await page()
        try await page.say(#"["s",1,"tap","mine",[]]"#)
        #expect(try await page.settledItems() == [])
        for _ in 0..<400 { service.source.emit(0) }
        try await page.wait(for: "the diagnostic") { $0 == .eventsDropped(event: "tap.mine", count: 100) }
        try await page.say(#"["s",9,"tap","broken",[]]"#)
        try await page.wait(for: "the failure") { $0 == .eventFailed(event: "tap.broken", error: "It failed") }
        try await page.say(#"["s",10,"tap","guardedEvent",[]]"#)
        let refusal = "The bridge's policy does not allow this origin"
        try await page.wait(for: "the refusal") { $0 == .eventFailed(event: "tap.guardedEvent", error: refusal) }
        let items = try await page.items(until: "items => items.some(item => item.startsWith('[\"e\",9'))")
        #expect(items.contains("[\"i\",9,0]") && items.contains("[\"i\",1,\"true 0\"]"))
    }

    @Test func `BR-045: an event that is heard and left a hundred times at once is heard once`() async throws {
        let page = try await page()
        var items: [String] = []
        for round in 0..<100 {
            items += ["[\"s\",\(3 * round + 1),\"tap\",\"changed\",[]]", "[\"x\",\(3 * round + 1)]"]
            items += ["[\"s\",\(3 * round + 2),\"tap\",\"changed\",[]]", "[\"x\",\(3 * round + 2)]"]
        }
        items.append(#"["s",1000,"tap","changed",[]]"#)
        try await page.sayEach([items.joined(separator: ",")])
        #expect(try await isReleased { service.source.listenerCount == 1 ? nil : page })
        #expect(service.source.emit(1) == 1)
        #expect(try await page.items(1) == ["[\"i\",1000,1]"])
        try await page.say(#"["x",1000]"#)
        #expect(try await isReleased { service.source.listenerCount == 0 ? nil : page })
        #expect(service.source.emit(2) == 0)
        #expect(page.diagnostics == [])
    }

    @Test func `one that is heard so often that somebody must have forgotten to leave it is told of`() async throws {
        let page = try await page()
        try await page.say((1...101).map { "[\"s\",\($0),\"tap\",\"changed\",[]]" }.joined(separator: ","))
        try await page.wait(for: "the diagnostic") { $0 == .manyListeners(event: "tap.changed", count: 101) }
    }

    // MARK: Of the page

    @Test func `events of the page come in order to all who hear them, from when they did`() async throws {
        let page = try await page()
        let functions = page.bridge.page(in: page.page.webView)
        try await page.say(#"["v","tap","picked",{"id":"0"}]"#)
        _ = try await page.settledItems()
        let first = functions.events("tap.picked", of: Pick.self)
        let second = functions.events("tap.picked", of: Pick.self)
        let other = functions.events("tap.other", of: Int?.self)
        try await page.say(
            #"["v","tap","picked",{"id":"1"}]"#, #"["v","tap","other"]"#, #"["v","tap","other",7]"#,
            #"["v","none","picked",{"id":"9"}]"#, #"["v","tap","picked",{"id":"2"}]"#)
        for sequence in [first, second] {
            var iterator = sequence.makeAsyncIterator()
            #expect(await iterator.next(isolation: #isolation) == Pick(id: "1"))
            #expect(await iterator.next(isolation: #isolation) == Pick(id: "2"))
        }
        var others = other.makeAsyncIterator()
        #expect(await others.next(isolation: #isolation) == .some(nil))
        #expect(await others.next(isolation: #isolation) == 7)
        #expect(page.diagnostics == [])
    }

    @Test func `what is no such value, or is too much, is told of and left out`() async throws {
        let page = try await page()
        let functions = page.bridge.page(in: page.page.webView)
        let picks = functions.events("tap.picked", of: Pick.self, bufferSize: 3)
        try await page.say(#"["v","tap","picked",{"id":5}]"#, #"["v","tap","picked"]"#)
        for id in 1...5 { try await page.say("[\"v\",\"tap\",\"picked\",{\"id\":\"\(id)\"}]") }
        _ = try await page.settledItems()
        var iterator = picks.makeAsyncIterator()
        for id in 3...5 { #expect(await iterator.next(isolation: #isolation) == Pick(id: "\(id)")) }
        #expect(
            page.diagnostics == [
                .eventUnreadable(
                    event: "tap.picked", error: "detail.id: expected a string, found a number (5)"),
                .eventUnreadable(event: "tap.picked", error: "detail: expected an object, found nothing"),
                .eventsDropped(event: "tap.picked", count: 1),
            ])
        try await page.sayEach([
            #"["v"]"#, #"["v","tap"]"#, #"["v",1,"picked"]"#, #"["v","tap",null,{}]"#, #"["v","tap","picked",{},1]"#,
        ])
        _ = try await page.settledItems()
        #expect(page.diagnostics.count == 5)
    }

    @Test func `nobody is told when nobody hears, and a sequence that is let go hears no more`() async throws {
        let page = try await page()
        let list = page.bridge.documents.makeListeners(of: page.page.webView)
        let event = PageEventList.Event(namespace: "tap", name: "picked")
        do {
            let picks = page.bridge.page(in: page.page.webView).events("tap.picked", of: Pick.self)
            #expect(list.count(of: event) == 1)
            withExtendedLifetime(picks) {}
        }
        #expect(list.count(of: event) == 0)
        try await page.say(#"["v","tap","picked",{"id":5}]"#)
        #expect(try await page.settledItems() == [])
        #expect(page.diagnostics == [])
    }

    @Test func `of a view they go on across loads, and of a document until it goes; both end with the bridge`()
        async throws
    {
        let page = try await page()
        let ofView = page.bridge.page(in: page.page.webView).events("tap.picked", of: Int.self)
        let document = try #require(page.document)
        let ofDocument = BridgePage(place: document).events("tap.picked", of: Int.self)
        try await page.say(#"["v","tap","picked",1]"#)
        try await page.page.load(page.server.url("/other"))
        // As the next document.
        try await page.say(#"["h",1]"#, #"["v","tap","picked",2]"#)
        var view = ofView.makeAsyncIterator()
        #expect(await view.next(isolation: #isolation) == 1)
        #expect(await view.next(isolation: #isolation) == 2)
        var first = ofDocument.makeAsyncIterator()
        #expect(await first.next(isolation: #isolation) == 1)
        #expect(await first.next(isolation: #isolation) == nil)
        let late = BridgePage(place: document).events("tap.picked", of: Int.self)
        var none = late.makeAsyncIterator()
        #expect(await none.next(isolation: #isolation) == nil)
        page.bridge.close()
        #expect(await view.next(isolation: #isolation) == nil)
        var closed = page.bridge.page(in: page.page.webView).events("tap.picked", of: Int.self).makeAsyncIterator()
        #expect(await closed.next(isolation: #isolation) == nil)
    }

    @Test func `a view that goes ends those who hear its events`() async throws {
        var events: PageEvents<Int>?
        var bridge: Bridge?
        do {
            let page = try await page()
            events = page.bridge.page(in: page.page.webView).events("tap.picked", of: Int.self)
            bridge = page.bridge
        }
        let task = Task { [events] in
            guard let events else { return -1 }
            var count = 0
            for await _ in events { count += 1 }
            return count
        }
        #expect(await task.value == 0)
        withExtendedLifetime(bridge) {}
    }
}
