import Foundation
import Gawa
import GawaTestSupport
import TestServer
import Testing

/// Many bytes and long texts.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct BinaryTests {
    @Test(.timeLimit(.minutes(2)))
    func `BR-020: ten mebibytes come back the same, while the page and the app stay responsive`() async throws {
        let page = try await BridgedTestPage(ValueService(), before: PageTools.add)
        try await page.run(
            """
            globalThis.bytes = new Uint8Array(10 << 20);
            for (let start = 0; start < bytes.length; start += 65536) crypto.getRandomValues(bytes.subarray(start, start + 65536));
            globalThis.hash = async data => Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', data))).join();
            globalThis.expected = await hash(bytes);
            """)
        let gaps = Task { @MainActor in
            var longest = Duration.zero
            var last = ContinuousClock.now
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(50))
                longest = max(longest, ContinuousClock.now - last)
                last = .now
            }
            return longest
        }
        let start = ContinuousClock.now
        let outcome =
            try await page.run(
                """
                let longest = 0, last = performance.now();
                const timer = setInterval(() => { longest = Math.max(longest, performance.now() - last); last = performance.now() }, 50);
                const back = await values.data(bytes);
                clearInterval(timer);
                return [await hash(back) === expected, longest];
                """) as? [Any]
        let duration = ContinuousClock.now - start
        gaps.cancel()
        let gap = await gaps.value
        print(
            "Figures: 10 MiB there and back in \(duration), gaps of \(gap) in the app, \(outcome?[1] ?? "") ms in the page"
        )
        #expect(outcome?[0] as? Bool == true)
        // A machine that builds meanwhile is slower by far.
        #expect(duration < .seconds(20))
    }

    @Test
    func `BR-072: five mebibytes of text, bytes and objects arrive whole under a policy that blocks all requests`()
        async throws
    {
        let page = try await BridgedTestPage(
            ValueService(), headers: [("Content-Security-Policy", "default-src 'none'")], before: PageTools.add)
        #expect(
            try await page.outcome(
                """
                const text = 'é😀x'.repeat((5 << 20) / 4), list = Array.from({ length: 100000 }, (_, index) => 't' + index);
                const bytes = new Uint8Array(5 << 20).fill(7);
                return [await values.string(text) === text, (await values.strings(list)).join() === list.join(),
                    (await values.data(bytes)).length === bytes.length].join();
                """) == "value true,true,true")
        try await page.run("globalThis.count = value => value.length")
        #expect(
            try await page.functions.call("count", String(repeating: "x", count: 5 << 20), returning: Int.self) == 5
                << 20)
        #expect(try await page.functions.call("count", Data(count: 5 << 20), returning: Int.self) == 5 << 20)
    }
}
