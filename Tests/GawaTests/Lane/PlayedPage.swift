import Foundation
import Gawa
import Testing

@testable import WebKit

/// The page's end of a lane, played by a test that writes and reads datagrams itself.
final class PlayedPage: Sendable {
    struct Message: Equatable, Sendable {
        let isAnswer: Bool
        let text: String
        var attachments: [Data] = []
    }

    /// The app's end.
    let lane: Lane
    private let socket: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        socket = ends[0]
        lane = try #require(Lane(taking: ends[1]))
        // A test that waits in vain must end.
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        Glibc.close(socket)
    }

    /// Sends a message, or a question, whose body fits into a datagram.
    func send(_ text: String, _ attachments: [Data] = [], isQuestion: Bool = false) {
        var datagram = Data()
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number) { datagram.append(contentsOf: $0) }
        }
        append(UInt32(isQuestion ? 2 : 1))
        append(UInt32(attachments.count))
        append(UInt64(text.utf8.count))
        for attachment in attachments { append(UInt64(attachment.count)) }
        datagram.append(contentsOf: text.utf8)
        for attachment in attachments { datagram.append(attachment) }
        let sent = datagram.withUnsafeBytes {
            Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        #expect(sent == datagram.count)
    }

    func ask(_ text: String) async -> Message? {
        send(text, isQuestion: true)
        return await receive()
    }

    /// Waits for a message of the app; nil when the lane is closed, or nothing comes.
    func receive() async -> Message? {
        await withCheckedContinuation { continuation in
            // Waiting would keep a thread of the tasks' own.
            Thread.detachNewThread { continuation.resume(returning: self.read()) }
        }
    }

    private func read() -> Message? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count >= 16 else { return nil }
        func number(_ offset: Int, _ length: Int) -> Int {
            buffer[offset..<offset + length].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let lengths = (0..<number(4, 4)).map { number(16 + 8 * $0, 8) }
        var position = 16 + 8 * lengths.count
        func take(_ length: Int) -> ArraySlice<UInt8> {
            defer { position += length }
            return buffer[position..<position + length]
        }
        let text = String(decoding: take(number(8, 8)), as: UTF8.self)
        return Message(isAnswer: number(0, 4) == 3, text: text, attachments: lengths.map { Data(take($0)) })
    }
}
