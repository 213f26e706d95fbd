import Foundation
import Testing
import WebKit

extension Lanes {
    /// A module that was taken over: what it sends ends its own lane, and nothing else.
    @Suite(.serialized)
    struct LaneHostileTests {
        /// How long a text may be, and all attachments together.
        private static let limit = 1000

        struct Lie: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let breach: String
            let tell: @Sendable (LanePeer) -> Void

            init(_ name: String, _ breach: String, _ tell: @escaping @Sendable (LanePeer) -> Void) {
                testDescription = name
                self.breach = breach
                self.tell = tell
            }

            /// A datagram that is honest but for one thing.
            init(
                _ name: String, _ breach: String, attachments: [[UInt8]] = [],
                _ change: @escaping @Sendable (inout LanePeer.Datagram) -> Void
            ) {
                self.init(name, breach) { peer in
                    var datagram = LanePeer.Datagram("text", attachments: attachments)
                    change(&datagram)
                    peer.send(datagram)
                }
            }

            /// A datagram with descriptors and no body.
            init(
                _ name: String, _ breach: String, textLength: UInt64 = 4,
                descriptors: @escaping @Sendable () -> [MemoryFile]
            ) {
                self.init(name, breach) { peer in
                    var datagram = LanePeer.Datagram("")
                    datagram.textLength = textLength
                    peer.send(datagram, files: descriptors())
                }
            }
        }

        private static let short = "a datagram that is too short"
        private static let unknown = "a message of an unknown kind"
        private static let otherBody = "a body of another length than it says"
        private static let longText = "a text that is too long"
        private static let longAttachments = "attachments that are too long"
        private static let noMemory = "a descriptor that is no memory of the length that it says"
        private static let descriptors = "more descriptors than one, or than there is room for"

        static let lies: [Lie] = [
            Lie("one byte", short) { $0.send([1]) },
            Lie("half a head", short) { $0.send([UInt8](LanePeer.Datagram("").head.prefix(15))) },
            Lie("kind 0", unknown) { $0.kind = 0 },
            Lie("kind 4", unknown) { $0.kind = 4 },
            Lie("the largest kind", unknown) { $0.kind = .max },
            Lie("an answer to nothing", "an answer, though nothing was asked") { $0.kind = 3 },
            Lie("1,025 attachments", "too many attachments", attachments: Array(repeating: [], count: 1025)) { _ in },
            Lie("the largest number of attachments", "too many attachments") { $0.attachmentCount = .max },
            Lie("attachments without lengths", short) {
                $0.attachmentCount = 3; $0.body = []
            },
            Lie("a text that is longer than its body", otherBody) { $0.textLength = 5 },
            Lie("a text that is shorter than its body", otherBody) { $0.textLength = 3 },
            Lie("a text that is one byte too long", longText) { $0 = .init(String(repeating: "x", count: limit + 1)) },
            Lie("a text of 2^63 bytes", longText) { $0.textLength = 1 << 63 },
            Lie("the longest text", longText) { $0.textLength = .max },
            Lie("an attachment that is shorter than its length", otherBody, attachments: [[1, 2]]) {
                $0.lengths[0] = 3
            },
            Lie("an attachment that is one byte too long", longAttachments, attachments: [[]]) {
                $0.lengths[0] = UInt64(limit + 1)
            },
            Lie("the longest attachment", longAttachments, attachments: [[]]) { $0.lengths[0] = .max },
            Lie("attachments that wrap around", longAttachments, attachments: [[], []]) {
                $0.lengths = [1, .max]
            },
            Lie("attachments that are too long together", longAttachments, attachments: [[], [], []]) {
                $0.lengths = [500, 500, 1]
            },
            Lie("a datagram of 64 KiB and a byte", "a datagram that is too long") {
                $0.send([UInt8](repeating: 1, count: 65_537))
            },
            Lie("a body beside a descriptor", "a body beside a descriptor") { peer in
                peer.send(.init("text"), files: [MemoryFile([1, 2, 3, 4])])
            },
            Lie("a file that is too short", noMemory) { [MemoryFile([1, 2, 3])] },
            Lie("a file that is too long", noMemory) { [MemoryFile([1, 2, 3, 4, 5])] },
            Lie("two descriptors", descriptors) { [MemoryFile([1, 2, 3, 4]), MemoryFile([1, 2, 3, 4])] },
            Lie("three descriptors", descriptors) { (0..<3).map { _ in MemoryFile([1, 2, 3, 4]) } },
            Lie("200 descriptors", descriptors) { (0..<200).map { _ in MemoryFile([1, 2, 3, 4]) } },
            Lie("no file but a device", noMemory) { [MemoryFile(taking: open("/dev/zero", O_RDONLY))] },
            Lie("no file but a device, of no length", noMemory, textLength: 0) {
                [MemoryFile(taking: open("/dev/zero", O_RDONLY))]
            },
            Lie("a file that is none in memory, of the right length", noMemory, textLength: 0) {
                [MemoryFile(taking: open("/proc/self/status", O_RDONLY))]
            },
            Lie("no file but a folder", noMemory) { [MemoryFile(taking: open("/", O_RDONLY))] },
            Lie("no file but a socket", noMemory) {
                [MemoryFile(taking: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))]
            },
            Lie("no file but a pipe that nobody writes", noMemory) {
                var pair: [Int32] = [-1, -1]
                _ = pipe(&pair)
                return pair.prefix(1).map { MemoryFile(taking: $0) }
            },
            Lie("a path alone (O_PATH)", noMemory) { [MemoryFile(taking: open("/etc/passwd", 0o10_000_000))] },
            Lie("a file that can be written only", noMemory) {
                let file = MemoryFile([1, 2, 3, 4])
                return [MemoryFile(taking: open("/proc/self/fd/\(file.descriptor)", O_WRONLY))]
            },
            Lie("a second question", "a question while one is open") { peer in
                peer.send(.init(kind: 2, "first"))
                peer.send(.init(kind: 2, "second"))
            },
        ]

        @Test(arguments: lies)
        func `a lie ends its own lane`(lie: Lie) async throws {
            let (liar, other) = (try LanePeer(), try LanePeer())
            let (recorder, otherRecorder) = (LaneRecorder(), LaneRecorder())
            recorder.start(liar.lane, maximumByteCount: Self.limit)
            otherRecorder.start(other.lane, maximumByteCount: Self.limit)
            liar.send(.init("honest", attachments: [[1], []]))
            lie.tell(liar)
            liar.send(.init("too late"), waits: false)
            #expect(try await recorder.waitForEnd() == .breach(lie.breach))
            #expect(["honest", "honestfirst"].contains(recorder.state.texts.joined()))
            #expect(liar.waitForEnd())
            #expect(!liar.lane.send(.message, text: [1]))

            other.send(.init("still here"))
            try await otherRecorder.wait(count: 1)
            #expect(other.lane.send(.message, text: Array("still heard".utf8)))
            #expect(other.receive()?.text == Array("still heard".utf8))
            other.lane.close()
            try await otherRecorder.waitForEnd()
            // The largest that is allowed is no lie.
            #expect(try await Lanes.becomes { Lanes.threadCount == 0 && Lanes.memoryFileCount == 0 })
        }

        @Test func `what is exactly as long as it may be is no breach`() async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane, maximumByteCount: Self.limit)
            let text = String(repeating: "t", count: Self.limit)
            let half = [UInt8](repeating: 1, count: Self.limit / 2)
            peer.send(.init(text, attachments: [half, [], half]))
            peer.sendInFile(.init(text, attachments: [half, half]))
            peer.sendInFile(.init(""))
            let state = try await recorder.wait(count: 3)
            #expect(state.texts == [text, text, ""])
            peer.lane.close()
        }

        @Test func `an empty datagram is the end`() async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            peer.send([])
            #expect(try await recorder.waitForEnd() == .closedByPage)
            #expect(peer.waitForEnd())
        }

        @Test func `a file without seals is copied, and its changes afterwards change nothing`() async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            let datagram = LanePeer.Datagram("", attachments: [[UInt8](repeating: 1, count: 100_000)])
            let file = MemoryFile(datagram.body, isSealed: false)
            peer.send(datagram.head, files: [file])
            let state = try await recorder.wait(count: 1)
            ftruncate(file.descriptor, 0)
            #expect(state.messages[0].attachments == [Data(repeating: 1, count: 100_000)])
        }

        @Test func `files that are cut while they are read end their lanes, or arrive whole`() async throws {
            var (whole, cut) = (0, 0)
            for round in 0..<100 {
                let peer = try LanePeer()
                let recorder = LaneRecorder()
                let count = 4_000_000
                var datagram = LanePeer.Datagram("", attachments: [[]])
                datagram.lengths = [UInt64(count)]
                let file = MemoryFile([], isSealed: false)
                ftruncate(file.descriptor, count)
                let descriptor = dup(file.descriptor)
                recorder.start(peer.lane)
                let cutter = Thread {
                    usleep(useconds_t(round % 10 * 100))
                    ftruncate(descriptor, round % 2 == 0 ? 0 : count / 2)
                    close(descriptor)
                }
                cutter.start()
                peer.send(datagram, files: [file])
                peer.closeOnce()
                switch try await recorder.waitForEnd() {
                case .breach("a descriptor that is no memory of the length that it says"): cut += 1
                case .closedByPage:
                    #expect(recorder.state.messages.map(\.attachments[0].count) == [count])
                    whole += 1
                case let other: Issue.record("\(other)")
                }
            }
            #expect(whole + cut == 100)
            #expect(try await Lanes.becomes { Lanes.memoryFileCount == 0 })
        }

        @Test func `a flood waits in the socket while the app is busy, and other lanes go on`() async throws {
            let (flooder, other) = (try LanePeer(), try LanePeer())
            let gate = DispatchSemaphore(value: 0)
            let recorder = LaneRecorder { if $0.string == "first" { gate.wait() } }
            let otherRecorder = LaneRecorder()
            recorder.start(flooder.lane)
            otherRecorder.start(other.lane)
            flooder.send(.init("first"))
            try await recorder.wait(count: 1)
            var sent = 0
            let file = MemoryFile([UInt8](repeating: 1, count: 1 << 20))
            var inFile = LanePeer.Datagram("", attachments: [[]])
            inFile.lengths = [1 << 20]
            while sent < 100_000, flooder.send(inFile, files: [file], waits: false) { sent += 1 }
            #expect(sent < 10_000)
            #expect(Lanes.memoryFileCount == 1)
            other.send(.init("still here"))
            try await otherRecorder.wait(count: 1)
            gate.signal()
            try await recorder.wait(count: 1 + sent)
            flooder.lane.close()
            other.lane.close()
        }

        @Test func `a page that reads nothing ends its lane, and its memory is given back`() async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            let message = [UInt8](repeating: 1, count: 1 << 20)
            var sent = 0
            while sent < 1000, peer.lane.send(.message, text: message) { sent += 1 }
            // In the queue, and as many as may be in files.
            #expect((256...330).contains(sent))
            #expect(try await recorder.waitForEnd() == .breach("the page reads nothing"))
            #expect(!peer.lane.send(.message, text: [1]))
            #expect(Lanes.memoryFileCount == 0)
        }

        @Test func `small messages for a page that reads nothing are bounded too`() async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            var sent = 0
            while sent < 10_000_000, peer.lane.send(.message, text: []) { sent += 1 }
            #expect(sent < 3_000_000)
            #expect(try await recorder.waitForEnd() == .breach("the page reads nothing"))
        }

        @Test func `an end that closes halfway is heard as long as it speaks`() async throws {
            let peer = try LanePeer()
            let recorder = LaneRecorder()
            recorder.start(peer.lane)
            shutdown(peer.socket, Int32(SHUT_RD))
            #expect(!peer.lane.send(.message, text: [1]))
            peer.send(.init("still speaking"))
            try await recorder.wait(count: 1)
            shutdown(peer.socket, Int32(SHUT_WR))
            #expect(try await recorder.waitForEnd() == .closedByPage)
        }
    }
}
