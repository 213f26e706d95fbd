import Foundation
import Testing

@testable import Gawa

/// An answer, read to its end.
struct AssetReply {
    let status: Int
    let headers: RouteHeaders
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    init(status: Int, headers: RouteHeaders, body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    init(_ response: RouteResponse) async throws {
        self.init(
            status: response.status.rawValue, headers: response.headers, body: try await response.body.collected())
    }
}

extension RouteBody {
    /// All bytes.
    func collected() async throws -> Data {
        switch content {
        case .none: return Data()
        case .data(let data): return data
        case .pieces(_, let start):
            let next = start()
            var data = Data()
            while let piece = try await next() { data += piece }
            return data
        }
    }
}

extension RouteRequest {
    /// A request for a path, its escapes as they stand.
    init(
        _ method: String = "GET", asset path: String, headers: RouteHeaders = [:]
    ) throws {
        let url = try #require(URL(string: "app://assets" + path))
        self.init(method: method, url: url, path: url.path, headers: headers, body: Data(), origin: nil)
    }
}

/// A folder with files, beside it a secret that must stay one, gone with the fixture.
final class AssetFixture {
    /// Holds the root and the secret.
    let parent: URL
    let root: URL
    static let secret = "the sibling's secret"

    init(_ files: [String: String] = [:]) throws {
        parent = FileManager.default.temporaryDirectory.appending(component: "gawa-assets-\(UUID())")
        root = parent.appending(component: "root")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try Data(Self.secret.utf8).write(to: parent.appending(component: "s"))
        for (name, text) in files { try write(name, text) }
    }

    deinit {
        // Of the system's temporary folder: what is left there is no harm.
        try? FileManager.default.removeItem(at: parent)
    }

    /// Writes a file, and says that it is old, so that its date is a strong validator.
    @discardableResult
    func write(_ name: String, _ text: String, secondsAgo: Int = 1000) throws -> URL {
        try write(name, Data(text.utf8), secondsAgo: secondsAgo)
    }

    @discardableResult
    func write(_ name: String, _ data: Data, secondsAgo: Int = 1000) throws -> URL {
        // By its bytes: URLs might write the name in another form.
        let path = root.path + "/" + name
        if let end = path.lastIndex(of: "/") {
            try FileManager.default.createDirectory(atPath: String(path[..<end]), withIntermediateDirectories: true)
        }
        try #require(FileManager.default.createFile(atPath: path, contents: data))
        let time = timespec(tv_sec: Foundation.time(nil) - secondsAgo, tv_nsec: 123_456_789)
        try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
        return URL(fileURLWithPath: path)
    }

    func link(_ name: String, to target: String) throws {
        try #require(symlink(target, root.path + "/" + name) == 0)
    }

    /// The options that leave a page as it is, so that its bytes can be compared.
    static var plainOptions: AssetFolder.Options {
        var options = AssetFolder.Options()
        options.contentSecurityPolicy = nil
        options.onMissingFile = { _ in }
        return options
    }

    func answer(
        _ method: String = "GET", _ path: String, _ headers: RouteHeaders = [:],
        options: AssetFolder.Options = AssetFixture.plainOptions
    ) async throws -> AssetReply {
        let request = try RouteRequest(method, asset: path, headers: headers)
        return try await AssetReply(AssetFolder(directory: root, options: options).answer(request))
    }
}
