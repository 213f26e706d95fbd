import Foundation
import WebKit

/// The other end of a lane, in the place of the web-process module: it sends what it is told, true or not.
final class LanePeer: Sendable {
    /// A message as its bytes say it is.
    struct Datagram {
        var kind: UInt32 = 1
        var attachmentCount: UInt32
        var textLength: UInt64
        var lengths: [UInt64]
        var body: [UInt8]

        init(kind: UInt32 = 1, _ text: String, attachments: [[UInt8]] = []) {
            self.kind = kind
            attachmentCount = UInt32(attachments.count)
            textLength = UInt64(text.utf8.count)
            lengths = attachments.map { UInt64($0.count) }
            body = Array(text.utf8) + attachments.joined()
        }

        var head: [UInt8] {
            func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
            return bytes(kind) + bytes(attachmentCount) + bytes(textLength) + lengths.flatMap { bytes($0) }
        }

        var bytes: [UInt8] { head + body }
    }

    let socket: Int32

    /// The lane whose other end this is.
    let lane: Lane

    /// Makes a pair of sockets.
    init() throws {
        var pair: [Int32] = [-1, -1]
        let result = socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair)
        guard result == 0, let lane = Lane(taking: pair[1]) else { throw POSIXError(.EMFILE) }
        socket = pair[0]
        self.lane = lane
    }

    deinit { closeOnce() }

    private let isOpen = Flag()

    func closeOnce() {
        if isOpen.raise() { close(socket) }
    }

    // MARK: Sending

    /// Sends one datagram, honest or not, with descriptors; waits as long as the socket is full.
    @discardableResult
    func send(_ bytes: [UInt8], files: [MemoryFile] = [], waits: Bool = true) -> Bool {
        withExtendedLifetime(files) { send(bytes, descriptors: files.map(\.descriptor), waits: waits) }
    }

    private func send(_ bytes: [UInt8], descriptors: [Int32], waits: Bool) -> Bool {
        bytes.withUnsafeBytes { body in
            var piece = iovec(iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count)
            // A control message is a length, a level and a kind, and then the descriptors.
            var control = [UInt8](repeating: 0, count: (16 + 4 * descriptors.count + 7) & ~7)
            control.withUnsafeMutableBytes { bytes in
                bytes.storeBytes(of: 16 + 4 * descriptors.count, as: Int.self)
                bytes.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
                bytes.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
                for (index, descriptor) in descriptors.enumerated() {
                    bytes.storeBytes(of: descriptor, toByteOffset: 16 + 4 * index, as: Int32.self)
                }
            }
            return control.withUnsafeMutableBytes { control in
                withUnsafeMutablePointer(to: &piece) { piece in
                    var message = msghdr()
                    message.msg_iov = piece
                    message.msg_iovlen = 1
                    if !descriptors.isEmpty {
                        message.msg_control = control.baseAddress
                        message.msg_controllen = control.count
                    }
                    let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
                    return sendmsg(socket, &message, flags) >= 0
                }
            }
        }
    }

    @discardableResult
    func send(_ datagram: Datagram, files: [MemoryFile] = [], waits: Bool = true) -> Bool {
        send(datagram.bytes, files: files, waits: waits)
    }

    /// Sends a message whose body is in a memory file, as the module does.
    func sendInFile(_ datagram: Datagram) {
        send(datagram.head, files: [MemoryFile(datagram.body)])
    }

    // MARK: Receiving

    /// What came from the lane: the parts of one message, however they travelled.
    struct Received {
        let kind: UInt32
        let text: [UInt8]
        let attachments: [[UInt8]]
    }

    /// Waits for the next message; nil when the lane has ended, or nothing came within the limit.
    func receive(within limit: Duration = .seconds(10)) -> Received? {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(limit.components.seconds * 1000)) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var control = [UInt8](repeating: 0, count: 64)
        var descriptor: Int32 = -1
        let count = bytes.withUnsafeMutableBytes { body in
            control.withUnsafeMutableBytes { control in
                var piece = iovec(iov_base: body.baseAddress, iov_len: body.count)
                return withUnsafeMutablePointer(to: &piece) { piece in
                    var message = msghdr()
                    message.msg_iov = piece
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    var count = recvmsg(socket, &message, Int32(MSG_DONTWAIT))
                    // That the other end left something unread is told before what it wrote.
                    if count < 0 && errno == ECONNRESET { count = recvmsg(socket, &message, Int32(MSG_DONTWAIT)) }
                    if message.msg_controllen >= 20 { descriptor = control.load(fromByteOffset: 16, as: Int32.self) }
                    return count
                }
            }
        }
        guard count >= 16 else { return nil }
        func number<Value: FixedWidthInteger>(at offset: Int) -> Value {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Value.self) }
        }
        let attachmentCount = Int(number(at: 4) as UInt32)
        let lengths = (0...attachmentCount).map { Int(number(at: 8 + 8 * $0) as UInt64) }
        var body = Array(bytes[(16 + 8 * attachmentCount)..<count])
        if descriptor >= 0 {
            body = MemoryFile(taking: descriptor).contents(lengths.reduce(0, +))
        }
        var parts: [[UInt8]] = []
        for length in lengths {
            parts.append(Array(body.prefix(length)))
            body.removeFirst(min(length, body.count))
        }
        return Received(kind: number(at: 0), text: parts[0], attachments: Array(parts.dropFirst()))
    }

    /// Waits until the lane has closed its end, reading what it wrote before.
    func waitForEnd(within limit: Duration = .seconds(10)) -> Bool {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, Int32(limit.components.seconds * 1000)) == 1 else { return false }
            if receive(within: .zero) == nil, entry.revents & Int16(POLLHUP) != 0 { return true }
        }
        return false
    }
}
