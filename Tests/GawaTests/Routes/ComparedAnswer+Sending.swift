import Foundation
import TestServer

@testable import Gawa

extension TestServer.Response {
    /// Answers for a server, with the leave that a page of another origin needs.
    init(_ answer: ComparedAnswer, to request: TestServer.Request) {
        var headers = answer.headers
        if answer.isShared { headers += Self.leave(for: request) }
        if answer.isShared, !answer.headers.isEmpty {
            let names = answer.exposed ?? answer.headers.map { $0.name }
            headers.append(("Access-Control-Expose-Headers", names.joined(separator: ", ")))
        }
        switch answer.body {
        case .data(let data): self.init(status: answer.status, headers: headers, body: data)
        case .pieces(let pieces): self.init(status: answer.status, headers: headers, stream: .pieces(pieces))
        case .held(let first): self.init(status: answer.status, headers: headers, stream: .held(first))
        }
    }

    /// Answers what an engine asks in advance for a page of another origin.
    init(inAdvance request: TestServer.Request) {
        var headers = Self.leave(for: request)
        if let method = request[header: "Access-Control-Request-Method"] {
            headers.append(("Access-Control-Allow-Methods", method))
        }
        if let names = request[header: "Access-Control-Request-Headers"] {
            headers.append(("Access-Control-Allow-Headers", names))
        }
        self.init(status: 204, headers: headers)
    }

    private static func leave(for request: TestServer.Request) -> [(name: String, value: String)] {
        [
            ("Access-Control-Allow-Origin", request[header: "Origin"] ?? "null"),
            ("Access-Control-Allow-Credentials", "true"),
        ]
    }
}

extension RouteResponse {
    /// Answers for the app.
    init(_ answer: ComparedAnswer) {
        var headers = RouteHeaders()
        for field in answer.headers { headers.add(field.name, field.value) }
        switch answer.body {
        case .data(let data): self.init(body: data.isEmpty ? .none : .data(data))
        case .pieces(let pieces): self = .stream(AsyncStream.pieces(pieces))
        case .held(let first): self = .stream(AsyncStream.held(first))
        }
        self.headers = headers
        status = RouteStatus(rawValue: answer.status) ?? .internalServerError
    }

    /// A network error.
    static let broken = Self(body: .pieces { { throw URLError(.networkConnectionLost) } })
}

extension AsyncStream<Data> {
    fileprivate static func pieces(_ pieces: [Data]) -> Self {
        Self { continuation in
            for piece in pieces { continuation.yield(piece) }
            continuation.finish()
        }
    }

    /// One piece, and the end after a time that nobody waits for.
    fileprivate static func held(_ first: Data) -> Self {
        Self { continuation in
            continuation.yield(first)
            let end = Task {
                try? await Task.sleep(for: .seconds(30))
                continuation.finish()
            }
            continuation.onTermination = { _ in end.cancel() }
        }
    }
}
