import Foundation
import Testing

@testable import Gawa

struct TypeScriptFilesTests {
    private let files = TypeScriptFiles(.sample)

    @Test func `files that were written are not stale, and are not written again`() async throws {
        try await withTemporaryFolder { folder in
            let place = folder.appending(path: "web/src")
            #expect(try files.write(to: place) == ["native.d.ts", "native.js"])
            #expect(try files.check(in: place) == [])
            let number = try fileNumber(place)
            #expect(try files.write(to: place) == [])
            #expect(try fileNumber(place) == number)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() == [
                    "native.d.ts", "native.js",
                ])
        }
    }

    @Test func `a file that is missing or differs is stale, with the first line that differs`() async throws {
        try await withTemporaryFolder { folder in
            try files.write(to: folder)
            try FileManager.default.removeItem(at: folder.appending(path: "native.js"))
            let declarations = folder.appending(path: "native.d.ts")
            let text = try String(contentsOf: declarations, encoding: .utf8)
            let wrong = text.replacingOccurrences(of: "Promise<boolean>", with: "boolean")
            try Data(wrong.utf8).write(to: declarations)

            let stale = try files.check(in: folder)
            let line = try #require(text.components(separatedBy: "\n").firstIndex { $0.contains("isFollowing") }) + 1
            #expect(
                stale == [
                    StaleTypeScriptFile(
                        name: "native.d.ts",
                        reason: .differs(
                            line: line, expected: "  isFollowing(id: string, options?: CallOptions): Promise<boolean>;",
                            found: "  isFollowing(id: string, options?: CallOptions): boolean;")),
                    StaleTypeScriptFile(name: "native.js", reason: .missing),
                ])
            #expect(stale.last?.description == "native.js is missing")
            #expect(stale.first?.description.hasPrefix("native.d.ts:\(line): expected “  isFollowing") == true)

            #expect(try files.write(to: folder) == ["native.d.ts", "native.js"])
            #expect(try files.check(in: folder) == [])
        }
    }

    @Test func `a file that ends early or late is stale`() async throws {
        try await withTemporaryFolder { folder in
            try files.write(to: folder)
            let module = folder.appending(path: "native.js")
            let text = try String(contentsOf: module, encoding: .utf8)
            let count = text.components(separatedBy: "\n").count
            try Data((text + "more").utf8).write(to: module)
            #expect(
                try files.check(in: folder).map(\.reason) == [.differs(line: count, expected: "", found: "more")])
            try Data(text.dropLast().utf8).write(to: module)
            #expect(try files.check(in: folder).map(\.reason) == [.differs(line: count, expected: "", found: nil)])
        }
    }

    @Test func `a checkout with other line ends is not stale`() async throws {
        try await withTemporaryFolder { folder in
            for (name, text) in files.texts {
                let other = text.replacingOccurrences(of: "\n", with: "\r\n")
                try Data(other.utf8).write(to: folder.appending(path: name))
            }
            #expect(try files.check(in: folder) == [])
        }
    }

    @Test func `a function that changes makes the files stale`() async throws {
        try await withTemporaryFolder { folder in
            try files.write(to: folder)
            var schema = BridgeSchema.sample
            schema.services[0].functions[1].result = .string
            #expect(try TypeScriptFiles(schema).check(in: folder).map(\.name) == ["native.d.ts", "native.js"])
        }
    }

    /// An atomic write makes a new file.
    private func fileNumber(_ folder: URL) throws -> Int? {
        let path = folder.appending(path: "native.js").path
        return try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
}
