internal import Foundation

/// A development server of this machine.
struct DevServer: Sendable {
    let port: UInt16
    let url: URL
    let waitingTime: Duration

    /// Its origin.
    var origin: String { "http://localhost:\(port)" }

    init(port: Int, path: String, waitingTime: Duration) {
        guard let number = UInt16(exactly: port), number > 0 else {
            preconditionFailure("\(port) is no port: use 1...65535")
        }
        guard path.hasPrefix("/"), let url = URL(string: "http://localhost:\(number)\(path)") else {
            preconditionFailure("'\(path)' is no path: begin it with a slash, and escape what URLs cannot hold")
        }
        self.port = number
        self.url = url
        self.waitingTime = waitingTime
    }

    /// Whether a URL is of the server.
    func has(_ url: URL?) -> Bool {
        url?.scheme == "http" && url?.host() == "localhost" && url?.port ?? 80 == Int(port)
    }

    /// Whether something takes connections at the port, by either protocol of the internet.
    func isThere() async -> Bool {
        let port = port
        return await withCheckedContinuation { continuation in
            // A thread of its own: to connect may block.
            Thread.detachNewThread { continuation.resume(returning: Self.connects(to: port)) }
        }
    }

    private static func connects(to port: UInt16) -> Bool {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        four.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        six.sin6_addr = in6addr_loopback
        return connects(AF_INET, &four) || connects(AF_INET6, &six)
    }

    private static func connects<Address>(_ family: Int32, _ address: inout Address) -> Bool {
        // SOCK_STREAM: systems give it different types, and the same number.
        let connection = socket(family, 1, 0)
        guard connection >= 0 else { return false }
        defer { _ = close(connection) }
        let size = socklen_t(MemoryLayout<Address>.size)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(connection, $0, size) == 0 }
        }
    }
}
