import Foundation
import TestProcess
import Testing

/// What the app's pages keep, over two runs of a program.
@Suite(.timeLimit(.minutes(3)))
struct OriginStorageTests {
    @Test func `BR-102: the app's origin is the same at the next start, with all that its pages kept but cookies`()
        async throws
    {
        let fixture = try AssetFixture()
        for name in ["home", "page"] {
            try FileManager.default.createDirectory(
                at: fixture.parent.appending(component: name), withIntermediateDirectories: true)
        }
        try Data("<!doctype html><title>page</title>".utf8)
            .write(to: fixture.parent.appending(components: "page", "index.html"))
        let first = try await run(in: fixture.parent)
        #expect(first == ["native://native,none,none,no cookie"])
        let second = try await run(in: fixture.parent)
        #expect(second == ["native://native,local,indexed,no cookie"])
    }

    private func run(in folder: URL) async throws -> [String] {
        let process = Process()
        process.executableURL = try TestProcess.executable("OriginHost")
        process.arguments = [folder.path]
        let output = TestProcess.pipe()
        process.standardOutput = output
        try process.run()
        try output.fileHandleForWriting.close()
        let lines = await TestProcess.lines(of: output)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return lines
    }
}
