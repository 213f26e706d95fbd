import Foundation
import GawaTestSupport
import TestProcess
import Testing
import WebKit

/// What many requests, and large ones, cost and leave behind.
///
/// Each runs in a process of its own, where no other test takes memory.
@MainActor @Suite(.serialized)
struct SchemeVolumeTests {
    private static let mebibyte = 1 << 20

    /// Shows the figures that a process printed for the report.
    private func show(_ result: ExitTest.Result?) {
        let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix("Figures: ") { print(line) }
    }

    @Test(.timeLimit(.minutes(2)))
    func `200 MiB in pieces arrive whole, and wait in the host until the engine takes them`() async {
        show(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                try await Self.sendMuch()
            })
    }

    private static func sendMuch() async throws {
        let handler = SchemeRecorder()
        let page = try await handler.page()
        let before = ProcessCensus().residentBytes
        var atMost = 0
        handler.routes["/much"] = { task in
            task.didReceive(task.httpResponse())
            for number in 0..<200 {
                task.didReceive(Data(repeating: UInt8(truncatingIfNeeded: number), count: mebibyte))
            }
            task.didFinish()
            atMost = ProcessCensus().residentBytes
        }
        let clock = ContinuousClock()
        var figures: [(time: Duration, resident: Int)] = []
        for _ in 0..<(FullTests.areOn ? 10 : 5) {
            let start = clock.now
            let seen = try await page.call(
                """
                const reader = (await fetch('/much')).body.getReader();
                let length = 0, wrong = 0;
                for (;;) {
                    const {value, done} = await reader.read();
                    if (done) return [length, wrong].join();
                    for (let i = 0; i < value.length; i += 4096) if (value[i] !== (length + i >> 20) % 256) wrong++;
                    length += value.length;
                }
                """)
            #expect(seen as? String == "\(200 * mebibyte),0")
            figures.append((clock.now - start, ProcessCensus().residentBytes))
        }
        #expect(atMost - before > 190 * mebibyte)
        print(
            "Figures: 200 MiB of one answer in \(figures.map(\.time)); host MiB before: \(before / mebibyte), with all "
                + "that waits: \(atMost / mebibyte), after each answer: \(figures.map { $0.resident / mebibyte })")
        // What has passed is free; the C library keeps the holes, which do not grow.
        #expect(figures[figures.count - 1].resident - before < 800 * mebibyte)
    }

    @Test(.timeLimit(.minutes(15)))
    func `a hundred thousand requests, and ten thousand that are aborted, leave nothing behind`() async {
        show(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                try await Self.askMuch()
            })
    }

    private static func askMuch() async throws {
        let handler = SchemeRecorder()
        let page = try await handler.page()
        handler.reset()
        handler.keepsTasks = false
        let body = Data(count: 1_000)
        let live = WeakTasks()
        handler.routes["/answered"] = { task in
            live.add(task)
            task.answer(body)
        }
        handler.routes["/aborted"] = { task in
            live.add(task)
            task.didReceive(task.httpResponse())
            task.didReceive(body)
        }
        let batches = 10
        let answered = FullTests.areOn ? 10_000 : 100
        let aborted = FullTests.areOn ? 1_000 : 10
        var samples: [ProcessCensus] = []
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<batches {
            let counts = try await page.call(
                """
                let right = 0, ended = 0;
                async function ask() {
                    for (let n = 0; n < answered / 20; n++)
                        if ((await (await fetch('/answered')).arrayBuffer()).byteLength === 1000) right++;
                }
                async function abort() {
                    for (let n = 0; n < aborted / 5; n++) {
                        const c = new AbortController();
                        const answer = await fetch('/aborted', {signal: c.signal});
                        c.abort();
                        await answer.text().catch(() => ended++);
                    }
                }
                await Promise.all([...Array(20).keys()].map(ask).concat([...Array(5).keys()].map(abort)));
                return [right, ended].join();
                """, ["answered": answered, "aborted": aborted])
            #expect(counts as? String == "\(answered),\(aborted)")
            samples.append(ProcessCensus())
        }
        #expect(handler.startCount == 1 + batches * (answered + aborted))
        try await handler.wait(for: "the stops") { handler.stopCount == batches * aborted }
        #expect(try await isReleased { live.first })
        print(
            "Figures: \(batches * answered) requests and \(batches * aborted) aborted ones in \(clock.now - start); "
                + "host KiB after each tenth: \(samples.map { $0.residentBytes >> 10 }), "
                + "descriptors: \(samples.map(\.descriptors))")
        #expect(samples[9].descriptors <= samples[1].descriptors + 16)
        #expect(samples[9].residentBytes - samples[1].residentBytes < 16 * mebibyte)
    }

    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func `bodies of requests leave nothing behind, those with a Blob neither`(hasBlobs: Bool) async {
        show(
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) { [hasBlobs] in
                try await Self.postMuch(hasBlobs: hasBlobs)
            })
    }

    private static func postMuch(hasBlobs: Bool) async throws {
        let handler = SchemeRecorder()
        let page = try await handler.page()
        handler.reset()
        handler.keepsTasks = false
        var lengths: [Int] = []
        handler.routes["/post"] = { task in
            lengths.append(task.request.httpBody?.count ?? -1)
            task.answer("ok")
        }
        let count = FullTests.areOn ? 100 : 5
        var samples: [ProcessCensus] = []
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<10 {
            try await page.call(
                """
                const bytes = new Uint8Array(1 << 20);
                for (let n = 0; n < count; n++) {
                    await fetch('/post', {method: 'POST', body: bytes});
                    const form = new FormData();
                    form.append('text', 'x'.repeat(100000));
                    if (hasBlobs) form.append('blob', new Blob(['b']));
                    await fetch('/post', {method: 'POST', body: form});
                }
                """, ["count": count, "hasBlobs": hasBlobs])
            samples.append(ProcessCensus())
        }
        #expect(lengths.count == count * 20)
        for (index, length) in lengths.enumerated() {
            let isForm = index % 2 == 1
            #expect(isForm ? (hasBlobs ? length == -1 : length > 100_000) : length == mebibyte)
        }
        print(
            "Figures: \(count * 10) bodies of 1 MiB and as many forms, \(hasBlobs ? "with" : "without") a Blob, in \(clock.now - start); host MiB after each "
                + "tenth: \(samples.map { $0.residentBytes / mebibyte }), descriptors: \(samples.map(\.descriptors))")
        #expect(samples[9].descriptors <= samples[1].descriptors + 16)
        #expect(samples[9].residentBytes - samples[1].residentBytes < 32 * mebibyte)
        // No copy of the process is left, dead or alive.
        let end = ContinuousClock.now + .seconds(10)
        while try copies() > 0, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try copies() == 0)
    }

    /// How many children of this process are copies of it.
    private static func copies() throws -> Int {
        let own = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8)
        let children = try String(contentsOfFile: "/proc/self/task/\(getpid())/children", encoding: .utf8)
        return children.split(separator: " ").count { child in
            (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) == own
        }
    }
}

/// Tasks that were seen, and perhaps are there no more.
@MainActor
private final class WeakTasks {
    private struct Entry {
        weak var task: AnyObject?
    }

    private var entries: [Entry] = []

    func add(_ task: AnyObject) {
        if entries.count > 1_000 { entries.removeAll { $0.task == nil } }
        entries.append(Entry(task: task))
    }

    /// One that is there.
    var first: AnyObject? { entries.lazy.compactMap(\.task).first }
}
