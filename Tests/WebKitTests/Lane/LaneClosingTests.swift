import Foundation
import Synchronization
import Testing
import WebKit

extension Lanes {
    /// The end of a lane, from each side and at each time.
    @Suite(.serialized)
    struct LaneClosingTests {
        @Test func `a lane that nobody starts closes when nobody holds it`() throws {
            var peer: LanePeer? = try LanePeer()
            let socket = dup(try #require(peer).socket)
            defer { close(socket) }
            peer = nil
            var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            #expect(poll(&entry, 1, 10_000) == 1 && entry.revents & Int16(POLLHUP) != 0)
        }

        @Test func `a lane that was closed before its start ends at once`() async throws {
            let peer = try LanePeer()
            peer.send(.init("not read"))
            peer.lane.close()
            peer.lane.close()
            #expect(peer.lane.isClosed && !peer.lane.send(.message, text: [1]))
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            #expect(try await recorder.waitForEnd() == .closed)
            #expect(recorder.state.messages.isEmpty)
            #expect(peer.waitForEnd())
        }

        @Test func `what the app sent before it closed the lane can still be read`() async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            // Unread at the end, which must not cost the page what it was sent.
            peer.send(.init("unread"))
            for number in 0..<50 { peer.lane.send(.message, text: Array("\(number)".utf8)) }
            peer.lane.close()
            try await recorder.waitForEnd()
            for number in 0..<50 { #expect(peer.receive()?.text == Array("\(number)".utf8)) }
            #expect(peer.receive() == nil)
        }

        @Test func `no message comes after a close within one`() async throws {
            let peer = try LanePeer()
            let lane = peer.lane
            let recorder = LaneRecorder { if $0.string == "7" { lane.close() } }
            for number in 0..<100 { peer.send(.init("\(number)")) }
            recorder.start(lane)
            #expect(try await recorder.waitForEnd() == .closed)
            #expect(recorder.state.texts == (0...7).map { "\($0)" })
            #expect(peer.waitForEnd())
        }

        @Test func `closes of many threads, and sends meanwhile, end a lane once`() async throws {
            for _ in 0..<50 {
                let peer = try LanePeer()
                let recorder = LaneRecorder()
                recorder.start(peer.lane)
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<4 {
                        group.addTask {
                            for _ in 0..<20 { peer.lane.send(.message, text: Array("x".utf8)) }
                            if number > 0 { peer.lane.close() }
                            for _ in 0..<20 { peer.lane.send(.message, text: Array("x".utf8)) }
                        }
                    }
                    group.addTask { for _ in 0..<20 { peer.send(.init("y"), waits: false) } }
                }
                #expect(try await recorder.waitForEnd() == .closed)
                #expect(!peer.lane.send(.message, text: [1]))
                #expect(peer.waitForEnd())
                #expect(recorder.state.ends.count == 1 && recorder.state.faults.isEmpty)
            }
        }

        @Test func `sends fail once the page is gone, and all it wrote is read`() async throws {
            let peer = try LanePeer()
            let gate = DispatchSemaphore(value: 0)
            let recorder = LaneRecorder { if $0.string == "0" { gate.wait() } }
            recorder.start(peer.lane)
            for number in 0..<100 { peer.send(.init("\(number)")) }
            try await recorder.wait(count: 1)
            peer.closeOnce()
            #expect(!peer.lane.send(.message, text: [1]))
            #expect(!peer.lane.send(.message, text: [1]))
            gate.signal()
            #expect(try await recorder.waitForEnd() == .closedByPage)
            #expect(recorder.state.texts == (0..<100).map { "\($0)" })
        }

        @Test func `a page that closes with messages waiting for it ends the lane`() async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            for _ in 0..<5000 { peer.lane.send(.message, text: [UInt8](repeating: 1, count: 1000)) }
            peer.closeOnce()
            #expect(try await recorder.waitForEnd() == .closedByPage)
            #expect(!peer.lane.send(.message, text: [1]))
        }

        @Test func `lanes leave no descriptors and no threads`() async throws {
            #expect(try await Lanes.becomes { Lanes.threadCount == 0 })
            let before = Lanes.descriptorCount
            for round in 0..<300 {
                let peer = try LanePeer()
                let recorder = LaneRecorder()
                if round % 3 > 0 { recorder.start(peer.lane) }
                peer.send(.init("x"))
                peer.sendInFile(.init("y", attachments: [[1, 2, 3]]))
                peer.lane.send(.message, text: [UInt8](repeating: 0, count: 60_000))
                if round % 2 == 0 { peer.lane.close() } else { peer.closeOnce() }
                if round % 3 > 0 { try await recorder.waitForEnd() }
            }
            // Others of this process have theirs.
            #expect(Lanes.descriptorCount < before + 100)
            #expect(Lanes.memoryFileCount == 0)
            #expect(try await Lanes.becomes { Lanes.threadCount == 0 })
        }

        @Test func `where the system has no thread left, nothing is run`() {
            let flag = Flag()
            #expect(!LaneThread.start(stackByteCount: 1 << 60) { _ = flag.raise() })
            #expect(!flag.isRaised)
        }

        @Test func `a descriptor that is no such socket is refused and closed`() throws {
            var pair: [Int32] = [-1, -1]
            try #require(pipe(&pair) == 0)
            defer { close(pair[1]) }
            #expect(Lane(taking: pair[0]) == nil)
            #expect(fcntl(pair[0], F_GETFD) == -1)
            #expect(Lane(taking: -1) == nil)
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
            defer { close(pair[1]) }
            #expect(Lane(taking: pair[0]) == nil)
        }

        @Test func `a socket that nobody is connected to ends at once`() async throws {
            let lane = try #require(Lane(taking: socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)))
            let recorder = LaneRecorder()
            recorder.start(lane)
            #expect(try await recorder.waitForEnd() == .closedByPage)
            #expect(!lane.send(.message, text: [1]))
        }
    }
}
