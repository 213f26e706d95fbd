import Foundation
import TestProcess
import Testing
import WebKit

extension Lanes {
    /// Bytes at random, and honest messages with some bytes changed.
    @Suite(.serialized)
    struct LaneFuzzTests {
        private static let limit = 100_000

        private static func datagram(_ random: inout SplitMix) -> [UInt8] {
            if random.next() % 4 == 0 {
                let count = Int(random.next() % 200)
                return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            }
            let attachments = (0..<Int(random.next() % 4)).map { _ in
                [UInt8](repeating: 7, count: Int(random.next() % 100))
            }
            let text = String(repeating: "t", count: Int(random.next() % 100))
            var bytes = LanePeer.Datagram(kind: UInt32(1 + random.next() % 2), text, attachments: attachments).bytes
            for _ in 0..<Int(random.next() % 3) {
                // Mostly of the head, where the numbers are.
                let place = Int(random.next() % 2 == 0 ? random.next() % 16 : random.next() % UInt64(bytes.count))
                bytes[place] = UInt8(truncatingIfNeeded: random.next() % 2 == 0 ? random.next() % 8 : random.next())
            }
            if random.next() % 8 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
            return bytes
        }

        private static func files(_ random: inout SplitMix) -> [MemoryFile] {
            guard random.next() % 4 == 0 else { return [] }
            return (0..<Int(1 + random.next() % 3)).map { _ in
                let bytes = [UInt8](repeating: 3, count: Int(random.next() % 300))
                return MemoryFile(bytes, isSealed: random.next() % 2 == 0)
            }
        }

        @Test(.timeLimit(.minutes(3)))
        func `whatever comes, it is a message within the limits or the end`() async throws {
            let seed = UInt64.random(in: .min ... .max)
            var random = SplitMix(state: seed)
            let end = ContinuousClock.now + (FullTests.areOn ? .seconds(60) : .seconds(2))
            let (bystander, bystanderRecorder) = (try LanePeer(), LaneRecorder())
            bystanderRecorder.start(bystander.lane)
            var lanes = 0
            while ContinuousClock.now < end {
                let peer = try LanePeer()
                let recorder = LaneRecorder { message in
                    if message.kind == .question { peer.lane.send(.answer, text: [1]) }
                }
                recorder.start(peer.lane, maximumByteCount: Self.limit)
                for _ in 0..<50 {
                    let files = Self.files(&random)
                    guard peer.send(Self.datagram(&random), files: files) else { break }
                }
                shutdown(peer.socket, Int32(SHUT_RDWR))
                let reason = try await recorder.waitForEnd()
                #expect(reason != .closed, "seed \(seed)")
                for message in recorder.state.messages {
                    #expect(message.text.count <= Self.limit + 1 && message.text.last == 0, "seed \(seed)")
                    #expect(message.attachments.count <= 1024, "seed \(seed)")
                }
                #expect(recorder.state.faults.isEmpty && recorder.state.ends.count == 1, "seed \(seed)")
                lanes += 1
            }
            bystander.send(.init("still here"))
            try await bystanderRecorder.wait(count: 1)
            bystander.lane.close()
            try await bystanderRecorder.waitForEnd()
            #expect(lanes > 10)
            #expect(try await Lanes.becomes { Lanes.threadCount == 0 && Lanes.memoryFileCount == 0 }, "seed \(seed)")
        }
    }

    /// Random numbers that a seed repeats.
    struct SplitMix {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
}
