import Foundation
import Testing

@testable import Gawa

/// Our answers beside those of nginx, over the same tree: every difference is one that is explained here.
///
/// Compared are the status and the fields below, and the bodies of successes. What only we send is not:
/// `X-Content-Type-Options`, `Cache-Control`, `Allow` (nginx has none) and `Accept-Ranges` of a part. The bodies of
/// errors and redirects are left out too: nginx has pages for them.
struct NginxComparisonTests {
    struct Row: Sendable {
        let method: String
        let path: String
        let headers: RouteHeaders
        /// What is different, and why.
        let difference: (what: String, why: String)?

        init(
            _ path: String, _ headers: RouteHeaders = [:], method: String = "GET",
            differs difference: (what: String, why: String)? = nil
        ) {
            self.method = method
            self.path = path
            self.headers = headers
            self.difference = difference
        }

        var name: String {
            ([method, path] + headers.fields.map { "\($0.name): \($0.value)" }).joined(separator: " ")
        }
    }

    @Test(.enabled(if: NginxServer.isInstalled, "nginx is not installed: script/install-deps"), .timeLimit(.minutes(2)))
    func `files are answered as nginx does, but for the differences that are explained`() async throws {
        let fixture = try NginxComparison.makeTree()
        let folder = AssetFolder(directory: fixture.root, options: AssetFixture.plainOptions)
        try await NginxServer.serving(fixture.root) { port in
            for row in NginxComparison.rows {
                // The validators of each server in place of their names.
                let plain = try RouteRequest(asset: row.path)
                let ours = try await AssetReply(
                    folder.answer(
                        RouteRequest(
                            row.method, asset: row.path,
                            headers: Self.filled(row.headers, try await AssetReply(folder.answer(plain))))))
                let theirs = try Loopback.send(
                    row.method, row.path, Self.filled(row.headers, try Loopback.send("GET", row.path, [:], port: port)),
                    port: port)
                let found = Self.differences(ours, theirs)
                let expected = row.difference.map { [$0.what] } ?? []
                #expect(found == expected, "\(row.name): ours first")
            }
        }
    }

    /// Puts the validators of an answer in the place of `{tag}`, `{weak}` and `{date}`.
    private static func filled(_ headers: RouteHeaders, _ plain: AssetReply) -> RouteHeaders {
        var filled = RouteHeaders()
        for field in headers.fields {
            let tag = plain.headers["ETag"] ?? "\"none\""
            let value = field.value.replacing("{tag}", with: tag).replacing("{weak}", with: "W/" + tag)
                .replacing("{date}", with: plain.headers["Last-Modified"] ?? "never")
            filled.add(field.name, value)
        }
        return filled
    }

    /// What is different, in one line for each.
    private static func differences(_ ours: AssetReply, _ theirs: AssetReply) -> [String] {
        var found: [String] = []
        func compare(_ name: String, _ one: String?, _ other: String?) {
            if one != other { found.append("\(name) \(one ?? "none") / \(other ?? "none")") }
        }
        compare("status", String(ours.status), String(theirs.status))
        guard ours.status == theirs.status else { return found }
        compare("Location", ours.headers["Location"], theirs.headers["Location"])
        guard ours.status < 300 || ours.status == 304 || ours.status == 416 else { return found }
        compare("Content-Range", ours.headers["Content-Range"], theirs.headers["Content-Range"])
        guard ours.status != 416 else { return found }
        for name in ["Last-Modified", "Vary"] { compare(name, ours.headers[name], theirs.headers[name]) }
        compare("ETag", ours.headers["ETag"].map { _ in "there" }, theirs.headers["ETag"].map { _ in "there" })
        guard ours.status != 304 else { return found }
        compare("Content-Encoding", ours.headers["Content-Encoding"], theirs.headers["Content-Encoding"])
        if ours.status == 200 {
            compare("Accept-Ranges", ours.headers["Accept-Ranges"], theirs.headers["Accept-Ranges"])
        }
        if ours.headers["Content-Type"]?.hasPrefix("multipart") ?? false {
            compare("parts", parts(of: ours), parts(of: theirs))
        } else {
            compare("Content-Type", NginxComparison.alike(ours.headers["Content-Type"]), theirs.headers["Content-Type"])
            compare("Content-Length", ours.headers["Content-Length"], theirs.headers["Content-Length"])
            if ours.body != theirs.body { found.append("body") }
        }
        return found
    }

    /// The parts of a body of several, without its boundary, whose bytes are at random.
    private static func parts(of reply: AssetReply) -> String? {
        guard let type = reply.headers["Content-Type"], let boundary = type.split(separator: "=").last,
            type.hasPrefix("multipart/byteranges; boundary="),
            reply.headers["Content-Length"] == String(reply.body.count)
        else { return nil }
        let lines = reply.text.replacing(boundary, with: "BOUNDARY").components(separatedBy: "\r\n")
        let name = "Content-Type: "
        return lines.map { line in
            line.hasPrefix(name) ? name + (NginxComparison.alike(String(line.dropFirst(name.count))) ?? "") : line
        }.joined(separator: "\n")
    }
}
