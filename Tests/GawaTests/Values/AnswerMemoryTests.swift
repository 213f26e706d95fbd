import Foundation
import GawaTestSupport
import TestProcess
import Testing

@testable import Gawa

private struct LongAnswers: BridgeService {
    static let name = "long"
    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("text", "number") { (_: Self, number: Int) in
            let head = "\(number)-"
            return head + String(repeating: "x", count: (1 << 20) - head.utf8.count)
        }
    }
}

/// What is left in memory after many long answers, in a process of its own where no other test takes memory.
@MainActor @Suite(.serialized)
struct AnswerMemoryTests {
    @Test(.timeLimit(.minutes(10)))
    func `BR-054: typed answers of a mebibyte each leave no trend in either process, and nothing in tables`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try await Self.answerMebibytes()
        }
        let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix("Figures: ") { print(line) }
    }

    private static func answerMebibytes() async throws {
        let batch = FullTests.areOn ? 200 : 20
        let page = try await BridgedTestPage(LongAnswers())
        try await page.run("globalThis.take = text => text.length")
        let process = try #require(ProcessCensus().webProcesses.first)
        let keys = "return Object.getOwnPropertyNames(globalThis).length"
        let keysBefore = try await page.run(keys) as? Int
        var samples: [(host: Int, web: Int)] = []
        for start in stride(from: 0, to: batch * 10, by: batch) {
            let right = try await page.run(
                """
                let right = 0;
                for (let index = start; index < start + count; index++) {
                    const text = await long.text(index);
                    if (text.length === 1048576 && text.startsWith(index + '-x')) right++;
                }
                return right;
                """, ["start": start, "count": batch])
            #expect(right as? Int == batch)
            // Pushes too.
            for _ in 0..<(batch / 5) {
                #expect(
                    try await page.functions.call("take", String(repeating: "y", count: 1 << 20), returning: Int.self)
                        == 1 << 20)
            }
            samples.append((ProcessCensus.residentBytes(of: "self"), ProcessCensus.residentBytes(of: "\(process)")))
        }
        print(
            "Figures: MiB resident after each \(batch) answers and \(batch / 5) pushes of 1 MiB: host \(samples.map { $0.host >> 20 }), "
                + "web process \(samples.map { $0.web >> 20 })")
        #expect(samples[9].host - samples[2].host < 64 << 20)
        #expect(samples[9].web - samples[2].web < 64 << 20)
        #expect(try await page.run(keys) as? Int == keysBefore)
        let document = try await page.document()
        #expect(document.table.count == 0)
        #expect(document.tasks.isEmpty)
        #expect(document.timeLimits.isEmpty)
        #expect(document.pageTimeLimits.isEmpty)
        #expect(document.waiting.isEmpty)
    }
}
