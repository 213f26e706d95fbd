import Foundation
import Testing

/// The README's samples of the bridge are code of the example, which is compiled and run.
struct ReadmeSampleTests {
    @Test(arguments: [
        ("swift", ["Typed/Calendars.swift", "Typed/TypedFollowToggleViewController.swift"]),
        ("ts", ["TypedPage/src/FollowToggle.tsx"]),
    ])
    func `each line of a sample stands in the example, in this order`(language: String, files: [String]) throws {
        let readme = try Self.text("README.md")
        let section = try #require(readme.components(separatedBy: "\n## The bridge\n").last)
        let sample = try #require(section.components(separatedBy: "```\(language)\n").dropFirst().first)
        let code = try #require(sample.components(separatedBy: "\n```").first)
        var rest = try files.flatMap { Self.lines(try Self.text("Examples/FollowToggle/" + $0)) }[...]
        let lines = Self.lines(code)
        #expect(lines.count > 2)
        for line in lines {
            let place = try #require(rest.firstIndex { $0.contains(line) }, "Not in the example, or not here: \(line)")
            rest = rest[rest.index(after: place)...]
        }
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    }

    private static func lines(_ text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
