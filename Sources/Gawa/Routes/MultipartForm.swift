public import Foundation

/// The parts of a `multipart/form-data` body, in their order: fields and files.
///
/// Source: RFC 7578, and the HTML Standard's "multipart/form-data encoding algorithm".
public struct MultipartForm: Sendable, RandomAccessCollection {
    /// One part.
    public struct Part: Sendable, Hashable {
        /// The name of the field.
        public let name: String
        /// The name of the file, as the page gave it: never a path to open. nil for a field that is no file.
        public let filename: String?
        /// The type that the page gave, such as `image/png`; nil when it gave none.
        public let type: String?
        /// The bytes.
        public let data: Data

        /// The bytes as text; what is no UTF-8 becomes replacement characters.
        public var text: String { String(decoding: data, as: UTF8.self) }
    }

    private let parts: [Part]

    public var startIndex: Int { parts.startIndex }
    public var endIndex: Int { parts.endIndex }
    public subscript(position: Int) -> Part { parts[position] }

    /// The first part of a name; nil when there is none.
    public subscript(name: String) -> Part? { parts.first { $0.name == name } }

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - maximumPartCount: How many parts there may be.
    /// - Throws: ``RouteError`` with status 400 for a body that is none, or that ends before its end.
    init(_ body: Data, boundary: String, maximumPartCount: Int = 1000) throws {
        var reader = MultipartReader(body: body, boundary: boundary)
        var parts: [Part] = []
        try reader.skipPreamble()
        while let (header, data) = try reader.next() {
            guard parts.count < maximumPartCount else {
                throw RouteError(.contentTooLarge, "The form has too many parts")
            }
            let disposition = HeaderValue(header["Content-Disposition"] ?? "")
            guard disposition.value == "form-data", let name = disposition.parameters["name"] else {
                throw RouteError(.badRequest, "A part of the form has no name")
            }
            let type = header["Content-Type"]
            parts.append(Part(name: name, filename: disposition.parameters["filename"], type: type, data: data))
        }
        self.parts = parts
    }
}

extension RouteRequest {
    /// The parts of a `multipart/form-data` body.
    ///
    /// - Throws: ``RouteError`` with status 415 for a body of another type, and 400 for a malformed one.
    public func multipartForm() throws -> MultipartForm {
        let type = HeaderValue(headers["Content-Type"] ?? "")
        guard type.value == "multipart/form-data" else {
            throw RouteError(.unsupportedMediaType, "This route takes a multipart form")
        }
        guard let boundary = type.parameters["boundary"], (1...70).contains(boundary.utf8.count) else {
            throw RouteError(.badRequest, "The form names no boundary")
        }
        return try MultipartForm(body, boundary: boundary)
    }
}
