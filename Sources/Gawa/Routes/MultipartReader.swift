internal import Foundation

/// Cuts a multipart body into its parts.
///
/// Source: RFC 2046, 5.1.1.
struct MultipartReader {
    private static let maximumHeaderByteCount = 16_384
    private let body: Data
    private let delimiter: Data
    private var position: Data.Index

    init(body: Data, boundary: String) {
        self.body = body
        delimiter = Data("\r\n--\(boundary)".utf8)
        position = body.startIndex
    }

    /// Goes to the first part; what stands before it means nothing.
    mutating func skipPreamble() throws {
        // The first delimiter has no line break before it when the body begins with it.
        let first = delimiter.dropFirst(2)
        if body.starts(with: first) {
            position = body.startIndex + first.count
        } else {
            _ = try dataBeforeDelimiter()
        }
    }

    /// The next part, or nil at the end.
    mutating func next() throws -> (header: RouteHeaders, data: Data)? {
        if body[position...].starts(with: "--".utf8) { return nil }
        try skipLineEnd()
        let header = try readHeader()
        return (header, try dataBeforeDelimiter())
    }

    private mutating func dataBeforeDelimiter() throws -> Data {
        guard let range = body.range(of: delimiter, in: position..<body.endIndex) else {
            throw RouteError(.badRequest, "The form has no end")
        }
        defer { position = range.upperBound }
        return Data(body[position..<range.lowerBound])
    }

    private mutating func skipLineEnd() throws {
        while position < body.endIndex, body[position] == 0x20 || body[position] == 0x09 { position += 1 }
        guard body[position...].starts(with: "\r\n".utf8) else {
            throw RouteError(.badRequest, "The form's boundary stands within a line")
        }
        position += 2
    }

    private mutating func readHeader() throws -> RouteHeaders {
        var header = RouteHeaders()
        let limit = min(body.endIndex, position + Self.maximumHeaderByteCount)
        while true {
            guard let end = body.range(of: Data("\r\n".utf8), in: position..<limit) else {
                throw RouteError(.badRequest, "A part of the form has no end of its header")
            }
            let line = body[position..<end.lowerBound]
            position = end.upperBound
            if line.isEmpty {
                // The line break before the delimiter of an empty part is this one.
                position -= body[position...].starts(with: delimiter.dropFirst(2)) ? 2 : 0
                return header
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                throw RouteError(.badRequest, "A part of the form has a malformed header")
            }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            header.add(name, String(decoding: line[(colon + 1)...], as: UTF8.self))
        }
    }
}
