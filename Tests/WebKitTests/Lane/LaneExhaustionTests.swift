import Foundation
import Testing
import WebKit

extension Lanes {
    /// A process without descriptors. Each in a process of its own, whose limit is its own.
    @Suite(.serialized)
    struct LaneExhaustionTests {
        @Test func `a long message waits until there is a descriptor for it`() async {
            await #expect(processExitsWith: .success) {
                let peer = try LanePeer()
                let recorder = LaneRecorder()
                recorder.start(peer.lane)
                let most = try await Descriptors.takeAll()
                let long = [UInt8](repeating: 1, count: 100_000)
                #expect(peer.lane.send(.message, text: long))
                #expect(peer.lane.send(.message, text: [2]))
                // Short ones that come need none, and the lane goes on meanwhile.
                peer.send(.init("heard"))
                try await recorder.wait(count: 1)
                #expect(peer.receive(within: .zero) == nil)
                most.giveBack()
                #expect(peer.receive()?.text == long)
                #expect(peer.receive()?.text == [2])
                peer.lane.close()
                try await recorder.waitForEnd()
            }
        }

        @Test func `a descriptor for which there is no room ends the lane`() async {
            await #expect(processExitsWith: .success) {
                let peer = try LanePeer()
                let recorder = LaneRecorder()
                recorder.start(peer.lane)
                let file = MemoryFile([1, 2, 3, 4])
                let most = try await Descriptors.takeAll()
                var datagram = LanePeer.Datagram("")
                datagram.textLength = 4
                peer.send(datagram, files: [file])
                let end = try await recorder.waitForEnd()
                most.giveBack()
                #expect(end == .breach("more descriptors than one, or than there is room for"))
            }
        }
    }

    /// All descriptors that the process may still have.
    struct Descriptors {
        let limit: rlimit

        static func takeAll() async throws -> Descriptors {
            // The first wait of a process with a limit takes descriptors of its own, and ends the process without them.
            try await Task.sleep(for: .milliseconds(1))
            var limit = rlimit()
            try #require(getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0)
            var least = limit
            let next = dup(0)
            close(next)
            least.rlim_cur = rlim_t(next)
            try #require(setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &least) == 0)
            return Descriptors(limit: limit)
        }

        func giveBack() {
            var limit = limit
            setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
        }
    }
}
