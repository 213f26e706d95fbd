import Foundation
import Gawa
import GawaTestSupport
import Testing

/// Bytes over lanes: many travel beside the text, few in it.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct LaneBinaryTests {
    private let service = SynchronousService()

    private static let tools = """
        globalThis.make = (length, seed = 0) => Uint8Array.from({ length }, (_, index) => (index * 31 + seed) % 251);
        globalThis.same = (left, right) => left instanceof Uint8Array && left.length === right.length
            && left.every((byte, index) => byte === right[index]);
        globalThis.back = value => value;
        """

    private func page() async throws -> BridgedTestPage {
        let page = try await BridgedTestPage(service, EchoService(), carrier: .automatic)
        try await page.run(Self.tools)
        return page
    }

    private static func bytes(_ count: Int, seed: Int = 0) -> Data {
        Data((0..<count).map { UInt8(($0 * 31 + seed) % 251) })
    }

    @Test(arguments: [0, 1, 4095, 4096, 4097, 49_151, 49_152, 65_536, 1 << 20])
    func `bytes of every length come back the same, by promise, synchronously and in a call of the app`(count: Int)
        async throws
    {
        let page = try await page()
        #expect(
            try await page.outcome(
                """
                const bytes = make(count);
                return [same(await echo.data(bytes), bytes), same(await own.data(bytes.buffer), bytes),
                    same(own.data.sync(new DataView(bytes.buffer)), bytes)].join();
                """.replacing("count", with: "\(count)")) == "value true,true,true")
        let data = Self.bytes(count)
        #expect(try await page.functions.call("back", data, returning: Data.self) == data)
        #expect(try await page.functions.call("same", data, data, returning: Bool.self))
    }

    @Test func `bytes that the page changes after a call arrive as they were, and a view brings what it views`()
        async throws
    {
        let page = try await page()
        #expect(
            try await page.outcome(
                """
                const bytes = make(20000), copy = bytes.slice();
                const calls = [echo.data(bytes), own.data(bytes.subarray(5000, 15000)), echo.data(bytes.subarray(7))];
                bytes.fill(0);
                const [first, second, third] = await Promise.all(calls);
                return [same(first, copy), same(second, copy.subarray(5000, 15000)), same(third, copy.subarray(7))].join();
                """) == "value true,true,true")
    }

    @Test(arguments: ["await own.pieces(pieces)", "await own.piecesNow(pieces)", "own.piecesNow.sync(pieces)"])
    func `thousands of pieces come back in their order, more than a message may have beside it`(call: String)
        async throws
    {
        let page = try await page()
        for (count, length) in [(1023, 4096), (1024, 4096), (1025, 4096), (3000, 4100), (2000, 4095), (5000, 10)] {
            #expect(
                try await page.outcome(
                    """
                    const pieces = Array.from({ length: \(count) }, (_, index) => make(\(length) + index % 3, index));
                    const result = \(call);
                    return result.length === pieces.length && result.every((piece, index) => same(piece, pieces[index]));
                    """) == "value true", "\(count) of \(length)")
        }
    }

    @Test func `bytes within structs and arrays keep their places both ways`() async throws {
        let page = try await page()
        #expect(
            try await page.outcome(
                """
                const samples = await Promise.all([1, 2, 3, 4].map(() => echo.makeSample()));
                samples.forEach((sample, index) => { sample.bytes = make([10, 5000, 4096, 4095][index], index) });
                const results = [await echo.samples(samples), samples.map(sample => own.sample.sync(sample))];
                return results.every(result => result.every((sample, index) => same(sample.bytes, samples[index].bytes)
                    && sample.text === 't' && sample.large === 9223372036854775807n && sample.when.getTime() === 1500));
                """) == "value true")
        var samples = Array(repeating: Sample(), count: 4)
        for index in 0..<4 { samples[index].bytes = Self.bytes([4096, 10, 100_000, 4095][index], seed: index) }
        let back = try await page.functions.call("back", samples, returning: [Sample].self)
        #expect(back == samples)
    }

    @Test func `bytes of errors arrive either way`() async throws {
        let page = try await page()
        for call in ["own.failWithBytes.sync(5000)", "await own.failWithBytes(5000)"] {
            #expect(
                try await page.outcome(
                    "try { \(call) } catch ({ data }) { return same(data, Uint8Array.from({ length: 5000 }, (_, i) => i)) }"
                )
                    == "value true")
        }
        try await page.run("globalThis.fail = () => { throw Object.assign(new Error('e'), { data: make(5000) }) }")
        do throws(BridgeError) {
            try await page.functions.call("fail")
            Issue.record("It returned")
        } catch {
            guard case .javaScript(let thrown) = error else { throw error }
            #expect(try thrown.data(as: Data.self) == Self.bytes(5000))
        }
    }

    @Test func `BR-020: ten mebibytes travel beside the text, while the page and the app stay responsive`() async throws
    {
        let page = try await page()
        #expect(
            try await page.outcome(
                """
                const bytes = make(10 << 20);
                const results = [];
                for (let round = 0; round < 3; round++) results.push(same(await echo.data(bytes), bytes));
                return [...results, same(own.data.sync(bytes), bytes)].join();
                """) == "value true,true,true,true")
        let data = Self.bytes(10 << 20)
        #expect(try await page.functions.call("back", data, returning: Data.self) == data)
    }

    @Test func `bytes that are too many for a message are refused, and the next ones arrive`() async throws {
        var limits = BridgeLimits()
        limits.messageByteCount = 100_000
        let page = try await BridgedTestPage(service, EchoService(), limits: limits, carrier: .automatic)
        try await page.run(Self.tools)
        for call in [
            "await echo.data(make(100001))", "own.data.sync(make(100001))",
            "await own.pieces([make(60000), make(60000)])",
        ] {
            let outcome = try await page.outcome("return \(call)")
            #expect(outcome.hasPrefix("true "), "\(call): \(outcome)")
        }
        #expect(try await page.outcome("return (await echo.data(make(99000))).length") == "value 99000")
    }
}
