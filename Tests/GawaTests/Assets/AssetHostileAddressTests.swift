import Foundation
import GawaTestSupport
import Testing
import WebKit

@testable import Gawa

/// What pages write into addresses and ranges to get at what is not served, through the engine.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct AssetHostileAddressTests {
    private let outside: AssetFixture
    private let fixture: AssetFixture

    init() throws {
        outside = try AssetFixture(["secret.txt": "SECRET"])
        fixture = try AssetFixture([
            "index.html": "<!doctype html><title>start</title><p>", "a.txt": "0123456789", "folder/b.txt": "b",
            ".hidden": "SECRET", ".git/config": "SECRET", "folder/.env": "SECRET",
        ])
        try fixture.link("link.txt", to: outside.root.path + "/secret.txt")
        try fixture.link("linked", to: outside.root.path)
        try fixture.link("up", to: "../\(outside.root.lastPathComponent)/secret.txt")
    }

    private var paths: [String] {
        let name = outside.root.lastPathComponent
        let ups = [
            "../", "..%2f", "..%2F", "%2e%2e/", "%2e%2e%2f", "%252e%252e%252f", "%252e%252e/", "..%5c", "..\\",
            "%2e%2e%5c",
            "..%c0%af", "%c0%ae%c0%ae/", "..%ef%bc%8f", "%uff0e%uff0e/", "....//", "..;/", ".%00./", "..%00/",
            "..%0d%0a/",
            "./.././", "folder/../../", "folder/..%2f..%2f", "folder/%2e%2e/%2e%2e/",
        ]
        let full = outside.root.path + "/secret.txt"
        return ups.map { "/\($0)\(name)/secret.txt" }
            + ups.map { "/\(String(repeating: $0, count: 12))\(full.dropFirst())" }
            + [
                full, "/\(full)", "//\(full)", "/file://\(full)", "/%2f\(full)", "/C:\(full)", "/%00\(full)",
                "/.hidden",
                "/%2ehidden", "/.git/config", "/folder/.env", "/folder//.env", "/folder/%2eenv", "/a.txt/../.hidden",
                "/link.txt", "/linked/secret.txt", "/up", "/a.txt%00", "/a.txt%00.html", "/a.txt/", "/a.txt/b",
                "/" + String(repeating: "a", count: 100_000), "/" + String(repeating: "a/", count: 50_000),
                "/" + String(repeating: "%2e%2e%2f", count: 10_000),
            ]
    }

    @Test(arguments: ["native://native", "http://native"])
    func `no spelling of a path leads out of the folder`(base: String) async throws {
        let site = AssetSite(AssetFolder(directory: fixture.root, options: AssetFixture.plainOptions))
        let page = try await site.page("/index.html")
        let answers = try await page.call(
            """
            return await Promise.all(paths.map(async path => {
                const x = new XMLHttpRequest();
                let sync;
                try { x.open('GET', base + path, false); x.send(); sync = `${x.status} ${x.responseText}`; }
                catch (error) { sync = error.name; }
                const got = await fetch(base + path).then(
                    async answer => `${answer.status} ${await answer.text()}`, error => error.name);
                return [sync, got];
            }));
            """, ["base": base, "paths": paths])
        let told = try #require(answers as? [[String]])
        #expect(told.count == paths.count)
        for (path, answers) in zip(paths, told) {
            for answer in answers {
                #expect(
                    !answer.contains("SECRET") && !answer.hasPrefix("200"), "\(path.prefix(200)): \(answer.prefix(200))"
                )
                #expect(!answer.hasPrefix("5"), "\(path.prefix(200)): \(answer.prefix(200))")
            }
        }
        let works = "const answer = await fetch(base + '/a.txt'); return answer.status + ' ' + await answer.text()"
        #expect(try await page.call(works, ["base": base]) as? String == "200 0123456789")
    }

    /// What nginx makes of them.
    private nonisolated static let ranges: [(field: String, answer: String)] = [
        ("bytes=2-3", "206 23"), ("bytes=-3", "206 789"), ("bytes=8-99999999999999999999999", "206 89"),
        ("bytes=-99999999999999999999999", "206 0123456789"), ("bytes=99999999999999999999999-", "416"),
        ("bytes=10-", "416"), ("bytes=-0", "416"), ("bytes=5-1", "416"), ("bytes=--1", "416"), ("bytes=a-b", "416"),
        ("bytes=0x1-0x2", "416"), ("bytes=+1-2", "416"), ("bytes=1-2-3", "416"), ("bytes=-", "416"),
        ("bytes=", "200 0123456789"), ("items=0-1", "200 0123456789"), ("bytes 0-1", "200 0123456789"),
        ("0-1", "200 0123456789"),
    ]

    @Test func `absurd ranges are not obeyed`() async throws {
        let site = AssetSite(AssetFolder(directory: fixture.root, options: AssetFixture.plainOptions))
        let page = try await site.page("/index.html")
        let answers = try await page.call(
            """
            return await Promise.all(ranges.map(async Range => {
                const answer = await fetch('/a.txt', {headers: {Range}});
                return answer.status === 416 ? '416' : `${answer.status} ${await answer.text()}`;
            }));
            """, ["ranges": Self.ranges.map(\.field)])
        let told = try #require(answers as? [String])
        for (range, answer) in zip(Self.ranges, told) { #expect(answer == range.answer, "\(range.field)") }
    }

    @Test(arguments: ["0-0,", "0-,", "-10,", "0-9,5-5,"])
    func `thousands of ranges do not make much of little`(range: String) async throws {
        let site = AssetSite(AssetFolder(directory: fixture.root, options: AssetFixture.plainOptions))
        let page = try await site.page("/index.html")
        let count = try await page.call(
            """
            const answer = await fetch('/a.txt', {headers: {Range: 'bytes=' + range.repeat(5000) + '0-0'}});
            return (await answer.arrayBuffer()).byteLength;
            """, ["range": range])
        #expect(try #require(count as? Int) < 1000)
    }
}
