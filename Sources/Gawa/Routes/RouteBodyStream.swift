internal import Foundation

/// The body of a request that its engine gives as a stream.
struct RouteBodyStream: @unchecked Sendable {
    // Sound: the stream is handed over by who made it, and one task reads it, once.
    private let stream: InputStream

    init(_ stream: InputStream) {
        self.stream = stream
    }

    /// Reads it to its end.
    ///
    /// - Parameter limit: How many bytes it may have.
    /// - Throws: Status 413 for more, and 400 when it cannot be read.
    func read(limit: Int) throws(RouteError) -> Data {
        stream.open()
        defer { stream.close() }
        var body = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = stream.read(&buffer, maxLength: buffer.count)
            guard count >= 0 else { throw RouteError(.badRequest, "The body could not be read") }
            guard count > 0 else { return body }
            guard body.count + count <= limit else { throw .bodyTooLong(limit: limit) }
            body.append(contentsOf: buffer[..<count])
        }
    }
}

extension RouteError {
    static func bodyTooLong(limit: Int) -> Self {
        Self(.contentTooLarge, "The body is longer than \(limit) bytes")
    }
}
