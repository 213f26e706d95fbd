import CLane
import Foundation
import Synchronization
import Testing
import WebKit

extension Lanes {
    /// The app's end alone, over a pair of sockets.
    @Suite(.serialized)
    struct LaneTests {
        private static func bytes(_ count: Int, seed: Int = 7) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count)
            let pattern = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 31 + $0 >> 8 + seed) }
            while bytes.count < count { bytes += pattern.prefix(count - bytes.count) }
            return bytes
        }

        @Test func `messages come in order, on one thread, and the end last`() async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            for number in 0..<5000 { peer.send(.init("message \(number)")) }
            peer.closeOnce()
            #expect(try await recorder.waitForEnd() == .closedByPage)
            let state = recorder.state
            #expect(state.texts == (0..<5000).map { "message \($0)" })
            #expect(state.messages.allSatisfy { $0.text.last == 0 && $0.attachments.isEmpty })
            #expect(state.threads.count == 1 && state.ends.count == 1 && state.faults.isEmpty)
        }

        @Test(arguments: [0, 1, 2, 511, 512, 513, 49_151, 49_152, 49_153, 65_536, 1 << 20, 10_000_000])
        func `a text and attachments of any size arrive as they are, both ways`(count: Int) async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            let text = String(repeating: "x", count: count)
            let attachments = [Self.bytes(count), [], Self.bytes(3), Self.bytes(count / 3, seed: 9)]
            let message = LanePeer.Datagram(kind: 2, text, attachments: attachments)
            if message.body.count > 48 * 1024 { peer.sendInFile(message) } else { peer.send(message) }
            let state = try await recorder.wait(count: 1)
            #expect(state.messages[0].text.count == count + 1)
            #expect(state.messages[0].string == text)
            #expect(state.messages[0].attachments == attachments.map { Data($0) })
            #expect(state.messages[0].kind == .question)

            #expect(peer.lane.send(.answer, text: Array(text.utf8), attachments: attachments.map { Data($0) }))
            let answer = try #require(peer.receive())
            #expect(answer.kind == 3 && answer.text == Array(text.utf8) && answer.attachments == attachments)
            peer.lane.close()
            #expect(try await recorder.waitForEnd() == .closed)
            #expect(Lanes.memoryFileCount == 0)
        }

        @Test func `a message has up to 1,024 attachments, small ones too, and no more`() async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            let attachments = (0..<1024).map { Self.bytes($0 % 5, seed: $0) }
            peer.send(.init("many", attachments: attachments))
            let state = try await recorder.wait(count: 1)
            #expect(state.messages[0].attachments == attachments.map { Data($0) })
            #expect(peer.lane.send(.message, text: [], attachments: attachments.map { Data($0) }))
            #expect(try #require(peer.receive()).attachments == attachments)

            #expect(!peer.lane.send(.message, text: [], attachments: [Data](repeating: Data(), count: 1025)))
            #expect(try await recorder.waitForEnd() == .breach("the app sent too many attachments"))
            #expect(peer.waitForEnd())
        }

        @Test func `slices of data are sent as what they show`() async throws {
            let peer = try LanePeer()
            let whole = Data(Self.bytes(1000))
            #expect(
                peer.lane.send(
                    .message, text: Array("slice".utf8), attachments: [whole[100..<200], whole.dropFirst(990)]))
            let received = try #require(peer.receive())
            #expect(received.attachments == [Array(whole[100..<200]), Array(whole[990...])])
        }

        @Test func `what the socket does not take waits, in order, and no call waits for it`() async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            let count = 20_000
            let start = ContinuousClock.now
            for number in 0..<count {
                let padding = number % 100 == 0 ? String(repeating: "y", count: 60_000) : ""
                #expect(peer.lane.send(.message, text: Array("\(number) \(padding)".utf8)))
            }
            #expect(ContinuousClock.now - start < .seconds(10))
            // The other direction goes on meanwhile.
            peer.send(.init("still read"))
            try await recorder.wait(count: 1)
            for number in 0..<count {
                let received = try #require(peer.receive())
                try #require(received.text.starts(with: "\(number) ".utf8))
            }
            #expect(Lanes.memoryFileCount == 0)
        }

        @Test func `messages of several threads keep the order of each`() async throws {
            let peer = try LanePeer()
            peer.lane.start(maximumByteCount: 1000, receive: { _ in }, ended: { _ in })
            await withTaskGroup(of: Void.self) { group in
                for sender in 0..<4 {
                    group.addTask {
                        for number in 0..<2000 {
                            // Long ones are filled outside of the lock, and must not be overtaken.
                            let padding = number % 10 == 0 ? String(repeating: "z", count: 50_000) : ""
                            peer.lane.send(.message, text: Array("\(sender) \(number) \(padding)".utf8))
                        }
                    }
                }
                group.addTask {
                    var next = [Int](repeating: 0, count: 4)
                    for _ in 0..<8000 {
                        guard let text = peer.receive()?.text else { break }
                        let parts = text.split(separator: UInt8(ascii: " "))
                        let (sender, number) = (Self.number(parts[0]), Self.number(parts[1]))
                        #expect(next[sender] == number)
                        next[sender] = number + 1
                    }
                    #expect(next == [2000, 2000, 2000, 2000])
                }
            }
            peer.lane.close()
        }

        private static func number(_ text: ArraySlice<UInt8>) -> Int {
            Int(String(decoding: text, as: UTF8.self)) ?? -1
        }

        @Test func `of a file that has become shorter, nothing is taken for read`() {
            let file = MemoryFile([1, 2, 3])
            var bytes = [UInt8](repeating: 0, count: 4)
            #expect(gawa_lane_copy(file.descriptor, &bytes, 3, 0) == 1 && bytes == [1, 2, 3, 0])
            #expect(gawa_lane_copy(file.descriptor, &bytes, 4, 0) == 0)
            #expect(gawa_lane_copy(file.descriptor, &bytes, 1, 3) == 0)
        }

        @Test func `an answer goes to the one question that is open, and to no other`() async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            #expect(!peer.lane.send(.answer, text: [1]))
            #expect(!peer.lane.send(.question, text: [1]))
            peer.send(.init(kind: 2, "first"))
            try await recorder.wait(count: 1)
            #expect(peer.lane.send(.message, text: Array("before".utf8)))
            #expect(peer.lane.send(.answer, text: Array("one".utf8)))
            #expect(!peer.lane.send(.answer, text: Array("two".utf8)))
            peer.send(.init(kind: 2, "second"))
            try await recorder.wait(count: 2)
            #expect(peer.lane.send(.answer, text: Array("three".utf8)))
            let kinds = [peer.receive(), peer.receive(), peer.receive()].map {
                "\($0?.kind ?? 0)" + String(decoding: $0?.text ?? [], as: UTF8.self)
            }
            #expect(kinds == ["1before", "3one", "3three"])
        }
    }
}
