import Foundation
import Gawa
import TestProcess
import Testing

@testable import FollowToggleTyped

/// The declarations that the typed page is compiled with.
@Suite(.timeLimit(.minutes(3)))
struct TypedPageTypesTests {
    private static let sources = URL(fileURLWithPath: "Examples/FollowToggle/TypedPage/src")

    @Test func `the page's declarations are those of the app's functions`() throws {
        let schema = BridgeSchema(Calendars.self)
        #expect(schema.warnings == [])
        #expect(schema.services.map(\.name) == ["calendars"])
        #expect(schema.services.first?.functions.map(\.name) == ["follow", "unfollow", "isFollowing"])
        #expect(try TypeScriptFiles(schema).check(in: Self.sources) == [])
    }

    @Test func `the command finds stale declarations by their line, and writes them anew`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: "gawa-example-types-\(UUID())")
        try FileManager.default.copyItem(at: Self.sources, to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(component: "native.d.ts")
        let right = try String(contentsOf: file, encoding: .utf8)
        // The mistake of the article: a promise that is declared as a boolean.
        let wrong = right.replacing("Promise<boolean>", with: "boolean")
        try #require(wrong != right)
        try Data(wrong.utf8).write(to: file)

        let stale = try await run("--check-types", folder)
        #expect(stale.status == 1)
        #expect(stale.errorText.contains("native.d.ts:"), "\(stale.errorText)")
        #expect(try await run("--write-types", folder).status == 0)
        #expect(try String(contentsOf: file, encoding: .utf8) == right)
        let fresh = try await run("--check-types", folder)
        #expect(fresh.status == 0 && fresh.errorText.isEmpty, "\(fresh.errorText)")
    }

    @Test func `strict TypeScript takes right pages, and finds wrong names, missing awaits and wrong types`()
        async throws
    {
        let folder = URL(fileURLWithPath: "Tests/FollowToggleTests/Samples")
        let wrong = try String(contentsOf: folder.appending(component: "wrong.ts"), encoding: .utf8)
        let expected = Set(TypeScriptCompiler.expectations(of: wrong, in: "wrong.ts"))
        #expect(expected.count == 12)
        let found = try await TypeScriptCompiler.compile(["right.ts", "wrong.ts"], in: folder)
        #expect(found.subtracting(expected).sorted() == [])
        #expect(expected.subtracting(found).sorted() == [])
    }

    private func run(_ option: String, _ folder: URL) async throws -> ToolRun {
        try await ToolRun.run(
            TestProcess.executable("FollowToggleTyped").path, [option, folder.path],
            in: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
    }
}
