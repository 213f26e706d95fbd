import Foundation
import TestServer

@testable import Gawa

/// An answer that a server and the app give alike.
struct ComparedAnswer: Sendable {
    enum Body: Sendable {
        case data(Data)
        /// One after the other; nobody tells the length.
        case pieces([Data])
        /// One piece, and nothing behind it as long as someone waits.
        case held(Data)
    }

    var status = 200
    var headers: [(name: String, value: String)] = []
    var body = Body.data(Data())
    /// The header fields that a server lets pages of other origins read; nil is all.
    var exposed: [String]?
    /// Whether a server lets pages of other origins read the answer.
    var isShared = true

    static func text(_ text: String) -> Self {
        Self(headers: [("Content-Type", "text/plain; charset=utf-8")], body: .data(Data(text.utf8)))
    }

    /// The answer to a request, by its path.
    static func to(_ request: ComparedRequest) async -> Self {
        switch request.path {
        case "/answer": return asked(in: request)
        case "/echo": return .text(description(of: request))
        case "/unexposed":
            return Self(headers: [("X-Shown", "1"), ("X-Hidden", "2")], exposed: ["X-Shown"])
        case "/unshared":
            var answer = Self.text("for others")
            answer.isShared = false
            return answer
        case "/pieces": return Self(headers: plain, body: .pieces(["one;", "two;", "three"].map { Data($0.utf8) }))
        case "/held": return Self(headers: plain, body: .held(Data("first;".utf8)))
        case "/late":
            try? await Task.sleep(for: .milliseconds(200))
            return .text("late")
        case "/slow":
            // Nobody waits so long.
            try? await Task.sleep(for: .seconds(30))
            return .text("slow")
        case "/large": return Self(headers: [("Content-Type", "application/octet-stream")], body: .data(large))
        case "/large-text": return .text(largeText)
        case "/redirect":
            let status = request.items("status").first.flatMap { Int($0) } ?? 302
            return Self(status: status, headers: request.items("to").map { ("Location", $0) })
        case "/round": return Self(status: 302, headers: [("Location", "\(ComparedRequest.root)/round")])
        default:
            var answer = Self.text("nothing at \(request.path)")
            answer.status = 404
            return answer
        }
    }

    // MARK: Answers

    private static let plain = [(name: "Content-Type", value: "text/plain; charset=utf-8")]

    /// 5 MiB of the numbers 0...250, again and again.
    private static let large = Data((0..<5 << 20).map { UInt8($0 % 251) })
    private static let largeText = String(repeating: "フォロー", count: 5 << 20 / 12)

    /// What the page wrote into the query: a status, a type, text or bytes, and header fields as `name:value`.
    private static func asked(in request: ComparedRequest) -> Self {
        var answer = Self()
        answer.status = request.items("status").first.flatMap { Int($0) } ?? 200
        if let type = request.items("type").first { answer.headers = [("Content-Type", type)] }
        for field in request.items("header") {
            let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            answer.headers.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
        }
        if let text = request.items("text").first { answer.body = .data(Data(text.utf8)) }
        if let hex = request.items("hex").first { answer.body = .data(bytes(ofHex: hex)) }
        return answer
    }

    private static func bytes(ofHex text: String) -> Data {
        let digits = text.compactMap { $0.hexDigitValue }
        return Data(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
    }

    /// What arrived, a line each: header fields that begin with `x-`, and those that the query asks for.
    private static func description(of request: ComparedRequest) -> String {
        let asked = request.items("tell") + ["content-type"]
        let fields = request.headers.map { ($0.name.lowercased(), $0.value) }
            .filter { $0.0.hasPrefix("x-") || asked.contains($0.0) }
            .sorted { $0.0 < $1.0 }.map { "\($0.0): \($0.1)" }
        let lines = ["method: \(request.method)", "query: \(request.query)"] + fields
        return (lines + ["body: \(description(of: request.body))"]).joined(separator: "\n")
    }

    private static func description(of body: Data) -> String {
        if body.count > 1000 {
            let sample = stride(from: 0, to: body.count, by: 9973)
                .reduce(0) { ($0 * 31 + Int(body[body.startIndex + $1])) % 1_000_003 }
            return "\(body.count) bytes, \(sample)"
        }
        guard let text = String(data: body, encoding: .utf8) else {
            return body.map { String($0, radix: 16) }.joined(separator: " ")
        }
        return text.debugDescription
    }
}
