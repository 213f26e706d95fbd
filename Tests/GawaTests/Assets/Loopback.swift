import Foundation
import Testing

@testable import Gawa

/// Requests to a server of this machine with the path and header fields as they stand: clients of HTTP tidy them.
enum Loopback {
    static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    static func withAddress<Result>(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Sends a request and reads the answer to the connection's end; each step waits for ten seconds at most.
    static func send(_ method: String, _ path: String, _ headers: RouteHeaders, port: UInt16) throws -> AssetReply {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try #require(connection >= 0)
        defer { close(connection) }
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            try #require(
                setsockopt(connection, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size)) == 0)
        }
        var address = Self.address(port: port)
        try #require(withAddress(&address) { connect(connection, $0, $1) } == 0)
        let fields = headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        let request = Data("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)\r\n".utf8)
        var sent = 0
        while sent < request.count {
            let count = request.withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            try #require(count > 0)
            sent += count
        }
        var answer = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            try #require(count >= 0)
            if count == 0 { return try AssetReply(wire: answer) }
            answer += buffer[..<count]
        }
    }
}

extension AssetReply {
    /// Reads an answer of HTTP/1.1 whose body ends with the connection.
    init(wire data: Data) throws {
        let end = try #require(data.range(of: Data("\r\n\r\n".utf8)))
        let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers = RouteHeaders()
        for line in lines.dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1)
            headers.add(String(pair[0]), pair.count > 1 ? String(pair[1]) : "")
        }
        let words = try #require(lines.first).split(separator: " ")
        self.init(
            status: try #require(words.count > 1 ? Int(words[1]) : nil), headers: headers,
            body: Data(data[end.upperBound...]))
    }
}
