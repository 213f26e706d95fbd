import Foundation
import GawaTestSupport
import GawaWebKit
import TestProcess
import Testing

@testable import Gawa

/// The app reads streams of a page, and both read each other's.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5)))
struct AppReadsTests {
    private let service = TapService()

    private static let sources = """
        <script>
        globalThis.notes = [];
        globalThis.noted = async (...expected) => {
            const end = performance.now() + 10000;
            while (!expected.every(note => notes.includes(note))) {
                if (performance.now() > end) throw new Error('noted only ' + notes.join());
                await new Promise(resolve => setTimeout(resolve, 5));
            }
        };
        globalThis.sources = {
            async *generator(count, given) {
                const tag = typeof given === 'string' ? given : 'generator';
                try {
                    for (let number = 0; number < count; number++) yield number;
                } finally { notes.push('end ' + tag); }
            },
            *synchronous(count) {
                try { for (let number = 0; number < count; number++) yield number; } finally { notes.push('end sync'); }
            },
            array: count => Array.from({ length: count }, (_, index) => index),
            promise: async count => sources.generator(count, 'promise'),
            readable: count => {
                let number = 0;
                return new ReadableStream({
                    pull(controller) { if (number < count) controller.enqueue(number++); else controller.close(); },
                    cancel() { notes.push('cancel'); },
                });
            },
            iterator: count => {
                let number = 0;
                return { next: () => ({ value: number, done: number++ === count }) };
            },
            items: function* (count) {
                for (let number = 0; number < count; number++) yield { number, text: 'y'.repeat(number % 97) };
            },
            long: async function* (count, length) {
                for (let number = 0; number < count; number++) { notes.push(number); yield 'z'.repeat(length); }
            },
            async *throwing(count) {
                for (let number = 0; number < count; number++) yield number;
                throw Object.assign(new RangeError('far'), { code: 'too.far', data: { at: count } });
            },
            async *unsendable() { yield 1; yield () => {}; },
            async *text() { yield 1; try { yield 'two'; yield 3; } finally { notes.push('end text'); } },
            async *never(signal) {
                notes.push('begin never');
                signal.addEventListener('abort', () => notes.push('abort never'));
                await new Promise(resolve => signal.addEventListener('abort', resolve));
            },
            none: () => 5,
            async *voids() { yield undefined; yield null; yield 3; },
        };
        </script>
        """

    private func page(_ change: (inout BridgeLimits) -> Void = { _ in }) async throws -> BridgedTestPage {
        var limits = BridgeLimits()
        change(&limits)
        return try await BridgedTestPage(service, html: Self.sources, limits: limits)
    }

    private func expectSettled(_ page: BridgedTestPage) async throws {
        #expect(try await isReleased { page.bridge.documents.all.allSatisfy(\.streams.isSettled) ? nil : page.bridge })
    }

    private func notes(_ page: BridgedTestPage) async throws -> String? {
        try await page.run("return notes.join()") as? String
    }

    @Test(arguments: ["generator", "synchronous", "array", "promise", "readable", "iterator"])
    func `all that has items is a stream, and gives them in order`(kind: String) async throws {
        let page = try await page()
        for count in [0, 1, 64, 200] {
            var items: [Int] = []
            for try await item in page.functions.stream("sources.\(kind)", count, of: Int.self) { items.append(item) }
            #expect(items == Array(0..<count))
        }
        try await expectSettled(page)
        #expect(page.diagnostics == [])
    }

    @Test func `what was exposed is found by its name, and items are read as their type`() async throws {
        let page = try await page()
        try await page.run("tap.expose('exposed', sources.voids)")
        var items: [Int?] = []
        for try await item in page.functions.stream("exposed", of: Int?.self) { items.append(item) }
        #expect(items == [nil, nil, 3])
    }

    @Test func `leaving the loop returns the page's iterator, and cancels its ReadableStream`() async throws {
        let page = try await page()
        for kind in ["generator", "synchronous", "promise", "readable"] {
            for try await item in page.functions.stream("sources.\(kind)", 1_000_000, of: Int.self) where item == 70 {
                break
            }
        }
        let all = ["end generator", "end sync", "end promise", "cancel"]
        try await page.run("await noted(...all)", ["all": all])
        #expect(try await notes(page)?.split(separator: ",").count == 4)
        try await expectSettled(page)
    }

    @Test func `cancelling the task aborts the signal of the page's function`() async throws {
        let page = try await page()
        let functions = page.functions
        let task = Task { for try await _ in functions.stream("sources.never", of: Int.self) {} }
        try await page.run("await noted('begin never')")
        task.cancel()
        let error = await #expect(throws: BridgeError.self) { try await task.value }
        guard case .cancelled = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        try await page.run("await noted('abort never')")
        #expect(try await notes(page) == "begin never,abort never")
    }

    @Test func `what the page throws comes after its items, with its code and data`() async throws {
        let page = try await page()
        var items: [Int] = []
        do {
            for try await item in page.functions.stream("sources.throwing", 3, of: Int.self) { items.append(item) }
            Issue.record("no error")
        } catch BridgeError.javaScript(let error) {
            #expect(error.name == "RangeError" && error.message == "far" && error.code == "too.far")
            #expect(try error.data(as: [String: Int].self) == ["at": 3])
        }
        #expect(items == [0, 1, 2])
        for (name, words) in [
            ("none", "TypeError"), ("nothing", "The page has no function 'sources.nothing'"),
            ("unsendable", "item cannot be sent: function"), ("text", "item should be an integer"),
        ] {
            let error = await #expect(throws: BridgeError.self) {
                for try await _ in page.functions.stream("sources.\(name)", of: Int.self) {}
            }
            #expect(error?.description.contains(words) == true, "\(name): \(String(describing: error))")
        }
        try await page.run("await noted('end text')")
        try await expectSettled(page)
    }

    @Test func `an app that reads slowly holds the page back, by items and by length`() async throws {
        let page = try await page()
        let short = StreamIteration(page.functions.stream("sources.long", 1000, 1, of: String.self))
        #expect(try await short.next() == "z")
        try await page.run("for (let n = 0; n < 20; n++) await tap.text('')")
        #expect(try await page.run("return notes.length") as? Int == 64)
        try await page.run("notes.length = 0")
        let long = StreamIteration(page.functions.stream("sources.long", 1000, 300_000, of: String.self))
        #expect(try await long.next()?.count == 300_000)
        try await page.run("for (let n = 0; n < 20; n++) await tap.text('')")
        // Three are on their way, and the fourth is held.
        #expect(try await page.run("return notes.length") as? Int == 4)
        for _ in 0..<20 { #expect(try await long.next()?.count == 300_000) }
        #expect(try await page.run("return notes.length") as? Int ?? 99 <= 25)
    }

    @Test func `an item that is longer than a message may be ends its stream with an error, and others go on`()
        async throws
    {
        let page = try await page { $0.messageByteCount = 100_000 }
        let other = StreamIteration(page.functions.stream("sources.generator", 100, of: Int.self))
        #expect(try await other.next() == 0)
        // Units are counted in the page, bytes in the app.
        try await page.run("sources.wide = async function* () { yield 'ok'; yield 'é'.repeat(60000); yield 'late'; }")
        var items: [String] = []
        let error = await #expect(throws: BridgeError.self) {
            for try await item in page.functions.stream("sources.wide", of: String.self) { items.append(item) }
        }
        #expect(error?.description == "result should be of at most 100000 bytes, and is longer")
        #expect(items == ["ok"])
        for number in 1..<100 { #expect(try await other.next() == number) }
        #expect(try await other.next() == nil)
        try await expectSettled(page)
    }

    @Test func `many items of mixed sizes come in order, to a task of the main actor and to another`() async throws {
        struct Item: Codable, Sendable {
            let number: Int
            let text: String
        }
        let page = try await page()
        let count = FullTests.areOn ? 1_000_000 : 100_000
        let stream = page.functions.stream("sources.items", count, of: Item.self)
        var next = 0
        for try await item in stream {
            guard item.number == next, item.text.count == next % 97 else {
                Issue.record("at \(next): \(item)")
                return
            }
            next += 1
        }
        #expect(next == count)
        let elsewhere = Task.detached {
            var next = 0
            for try await item in stream where item.number == next { next += 1 }
            return next
        }
        #expect(try await elsewhere.value == count)
        try await expectSettled(page)
        #expect(page.diagnostics == [])
    }

    // MARK: Both ways

    @Test func `a stream that takes one is a channel both ways, and its end is the end of both`() async throws {
        let page = try await page()
        let result = try await page.outcome(
            """
            let tell;
            const told = [];
            const numbers = (async function* () {
                try { for (let number = 1; ; number++) { yield number; await new Promise(resolve => tell = resolve); } }
                finally { told.push('end'); }
            })();
            for await (const double of tap.double(numbers)) {
                told.push(double);
                if (double === 10) break;
                tell();
            }
            // It is returned from when it does not wait.
            for (let n = 0; n < 30 && !told.includes('end'); n++) {
                tell();
                await tap.text('a turn of the app');
            }
            return told.join();
            """)
        #expect(result == "value 2,4,6,8,10,end")
        // And what only one of them ends.
        #expect(
            try await page.outcome(
                """
                const doubles = [];
                for await (const double of tap.double(new ReadableStream({
                    start(controller) { controller.enqueue(4); controller.enqueue(5); controller.close(); }
                }))) doubles.push(double);
                return doubles.join();
                """) == "value 8,10")
        let failed = try await page.outcome(
            """
            const numbers = (async function* () { yield 1; throw new RangeError('far'); })();
            for await (const double of tap.double(numbers)) {}
            """)
        #expect(failed.contains("far"), "\(failed)")
        #expect(try await page.outcome("return await tap.sum(sources.generator(1000))") == "value 499500")
        try await expectSettled(page)
    }

    @Test func `a stream that is passed and kept can be given up, and is none then`() async throws {
        let page = try await page()
        #expect(
            try await page.outcome("return await tap.keepStream(sources.generator(10, 'kept'))") == "value undefined")
        service.keptStreams[0].release()
        let error = await #expect(throws: BridgeError.self) { for try await _ in service.keptStreams[0] {} }
        guard case .givenUp = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await page.outcome("return await tap.text('there')") == "value there")
    }
}
