import GawaTestSupport
import Testing
import WebKit

@testable import Gawa

/// The console's own life, without pages where none is needed.
@MainActor @Suite(.serialized)
struct PageConsoleTests {
    private let frame = ConsoleFrame(isMainFrame: true, origin: "https://a.example", url: nil)

    private func entry(_ text: String) -> ConsoleEntry {
        ConsoleEntry(
            kind: .call, level: .log, text: text, arguments: [.string(text)], groupDepth: 0, location: nil, stack: nil,
            frame: frame, date: Date())
    }

    @Test func `every consumer gets every entry, those from before included, and all end on close`() async throws {
        let page = try await ConsolePage(html: "<script>console.log(0)</script>")
        try await page.wait(count: 1)
        let readers = (0..<3).map { _ in
            Task { [entries = page.console.entries] in
                var texts: [String] = []
                for await entry in entries { texts.append(entry.text) }
                return texts
            }
        }
        try await page.page.evaluate("for (let i = 1; i < 20; ++i) console.log(i)")
        try await page.wait(count: 20)
        page.console.close()
        for reader in readers { #expect(await reader.value == (0..<20).map(String.init)) }
        page.console.close()
        try await page.page.evaluate("console.log('late')")
        #expect(page.console.statistics.entryCount == 20)
    }

    @Test func `a slow consumer misses the oldest entries, and sees so`() async {
        let buffer = ConsoleBuffer(maximumCount: 10, maximumByteCount: 1_000)
        var overwritten = 0
        for number in 1...25 { overwritten += buffer.add(entry("\(number)"), byteCount: 1).overwrittenCount }
        #expect(overwritten == 15)
        var iterator = ConsoleEntries(buffer: buffer).makeAsyncIterator()
        let first = await iterator.next()
        #expect(first?.text == "16" && first?.number == 16)
        for number in 26...200 { _ = buffer.add(entry("\(number)"), byteCount: 1) }
        #expect(await iterator.next()?.number == 191)
        buffer.close()
        for number in 192...200 { #expect(await iterator.next()?.number == UInt64(number)) }
        #expect(await iterator.next() == nil)
    }

    @Test func `kept entries are bounded by their size as well, and the newest is always kept`() async {
        let buffer = ConsoleBuffer(maximumCount: 100, maximumByteCount: 1_000)
        for number in 1...9 { _ = buffer.add(entry("\(number)"), byteCount: 400) }
        var iterator = ConsoleEntries(buffer: buffer).makeAsyncIterator()
        #expect(await iterator.next()?.number == 8)
        _ = buffer.add(entry("10"), byteCount: 5_000)
        #expect(await iterator.next()?.number == 10)
    }

    @Test func `a cancelled consumer ends at once`() async {
        let buffer = ConsoleBuffer(maximumCount: 10, maximumByteCount: 1_000)
        let reader = Task { await buffer.next(after: 0)?.number }
        await Task.yield()
        reader.cancel()
        #expect(await reader.value == nil)
        let late = Task { () -> UInt64? in
            withUnsafeCurrentTask { $0?.cancel() }
            return await buffer.next(after: 0)?.number
        }
        #expect(await late.value == nil)
    }

    @Test func `the owner of view and console goes, and sequences end`() async throws {
        @MainActor final class Screen {
            let page: TestPage
            let console = PageConsole(standardError: false)
            init() {
                let configuration = TestPage.configuration()
                console.install(in: configuration)
                page = TestPage(configuration: configuration)
            }
        }
        var screen: Screen? = Screen()
        weak let console = screen?.console
        weak let view = screen?.page.webView
        try await screen?.page.load(html: "<script>console.log('x')</script>")
        let entries = try #require(screen?.console.entries)
        let reader = Task {
            var count = 0
            for await _ in entries { count += 1 }
            return count
        }
        var iterator = entries.makeAsyncIterator()
        #expect(await iterator.next()?.text == "x")
        screen = nil
        #expect(try await isReleased { console })
        #expect(try await isReleased { view })
        #expect(await reader.value == 1)
    }

    @Test func `a controller outlives its console, whose pages then speak to nobody`() async throws {
        let configuration = TestPage.configuration()
        var console: PageConsole? = PageConsole(standardError: false)
        weak let weakConsole = console
        console?.install(in: configuration)
        let page = TestPage(configuration: configuration)
        console = nil
        #expect(weakConsole == nil)
        try await page.load(html: "<script>console.log('x')</script>")
        #expect(try await page.evaluate("console.log('y'); 1") as? Int == 1)
    }

    @Test func `each entry is written in one bounded line without control characters`() async throws {
        let console = PageConsole()
        var lines: [String] = []
        console.writeLine = { lines.append($0) }
        let page = try await ConsolePage(html: "<p>", console)
        try await page.page.evaluate(
            """
            console.group('g'); console.warn('a\\nb\\u001b[31m\\u202e'); console.groupEnd(); console.log('x'.repeat(1e5)); 0
            """)
        try await page.wait(count: 4)
        #expect(lines.count == 4)
        #expect(lines[1].hasPrefix("console.warn \(page.server.url()):1:"))
        #expect(lines[1].hasSuffix(":   a\\nb\\u{1b}[31m\\u{202e}"))
        #expect(lines[3].count < 2_600 && lines[3].hasSuffix("xx…"))
        #expect(lines.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1B}") })
    }

    @Test func `a console without an own wish writes to standard error`() {
        #expect(PageConsole().writeLine != nil)
        #expect(PageConsole(standardError: false).writeLine == nil)
    }

    @Test func `the allowance is spent and comes back`() {
        let start = ContinuousClock.now
        var allowance = ConsoleAllowance(at: start)
        let first = allowance.admits(byteCount: 7 << 20, at: start)
        let second = allowance.admits(byteCount: 2 << 20, at: start)
        let later = allowance.admits(byteCount: 1 << 20, at: start + .seconds(1))
        // Not more than at the beginning, however long it was quiet.
        let tooLarge = allowance.admits(byteCount: 9 << 20, at: start + .seconds(1_000))
        #expect([first, second, later, tooLarge] == [true, false, true, false])
    }

    @Test(arguments: [
        (5.0, "5"), (0.1, "0.1"), (-1.5, "-1.5"), (1e21, "1e+21"), (1e20, "100000000000000000000"), (1e-6, "0.000001"),
        (1e-7, "1e-7"), (1.5e-7, "1.5e-7"), (123_456_789.125, "123456789.125"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (Double.leastNonzeroMagnitude, "5e-324"), (-0.0, "-0"), (0, "0"), (.nan, "NaN"), (-.infinity, "-Infinity"),
        (9_007_199_254_740_992, "9007199254740992"),
        (1.2345678901234568e20, "123456789012345680000"), (0.000123, "0.000123"),
    ])
    func `numbers are written as JavaScript writes them`(number: Double, text: String) {
        #expect(number.javaScriptText == text)
    }

    @Test func `the script's limits are numbers whatever the limits are`() {
        var limits = ConsoleLimits()
        limits.maximumDepth = .max
        limits.maximumMemberCount = -1
        limits.maximumDuration = .seconds(Int64.max)
        #expect(limits.scriptElements == "50,0,2000,10000,100000,3600000,4000,500")
    }
}
