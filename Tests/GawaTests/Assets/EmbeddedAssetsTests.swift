import EmbeddedFixture
import Foundation
import GawaTestSupport
import Testing
import WebKit

@testable import Gawa

/// Files in the executable, beside the same files in their folder.
struct EmbeddedAssetsTests {
    private let embedded = EmbeddedAssets(EmbeddedFixture_assets())
    private let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Fixtures/EmbeddedFixture/Files"
    )
    .standardizedFileURL

    private func answer(
        _ store: AssetFolder, _ path: String, _ headers: RouteHeaders = [:], method: String = "GET"
    ) async throws -> AssetReply {
        try await AssetReply(store.answer(try RouteRequest(method, asset: path, headers: headers)))
    }

    @Test func `all files are there but hidden ones`() {
        #expect(
            embedded.paths == [
                "caf\u{e9} 1.txt", "empty.txt", "index.html", "style.css", "sub/data.json", "sub/index.html",
            ])
    }

    @Test(arguments: [
        "/", "/index.html", "/style.css", "/empty.txt", "/sub", "/sub/", "/sub/data.json", "/caf%C3%A9%201.txt",
        "/cafe%CC%81%201.txt", "/.hidden", "/gone.txt", "/..%2fstyle.css", "/sub/data.json/", "/style.css?x",
        "//style.css",
    ])
    func `embedded files are answered as those of a folder are`(path: String) async throws {
        var options = AssetFixture.plainOptions
        options.servesIndexForUnknownPages = true
        let one = AssetFolder(embedded: embedded, options: options)
        let other = AssetFolder(directory: folder, options: options)
        for headers: RouteHeaders in [
            [:], ["Accept": "text/html"], ["Range": "bytes=1-2"], ["Range": "bytes=-3"], ["Range": "bytes=900-"],
            ["If-None-Match": "*"], ["If-Match": "\"x\""],
        ] {
            for method in ["GET", "HEAD", "POST"] {
                let reply = try await answer(one, path, headers, method: method)
                let expected = try await answer(other, path, headers, method: method)
                #expect(reply.status == expected.status && reply.body == expected.body, "\(method) \(headers)")
                for field in expected.headers.fields where !["ETag", "Last-Modified"].contains(field.name) {
                    #expect(reply.headers[field.name] == field.value, "\(method) \(headers) \(field.name)")
                }
                #expect((reply.headers["ETag"] == nil) == (expected.headers["ETag"] == nil))
                #expect(reply.headers["Last-Modified"] == nil)
            }
        }
    }

    @Test func `a tag names the bytes`() async throws {
        let files = AssetFolder(embedded: embedded, options: AssetFixture.plainOptions)
        let first = try #require(try await answer(files, "/style.css").headers["ETag"])
        #expect(try await answer(files, "/sub/data.json").headers["ETag"] != first)
        let again = AssetFolder(embedded: EmbeddedAssets(EmbeddedFixture_assets()), options: AssetFixture.plainOptions)
        #expect(try await answer(again, "/style.css", ["If-None-Match": first]).status == 304)
        var tags: Set<String> = []
        for bytes: [UInt8] in [
            [], [0], [0, 0], [1], [UInt8](repeating: 0, count: 8), [1] + [UInt8](repeating: 0, count: 7),
        ] {
            bytes.withUnsafeBytes { buffer in
                withUnsafeBytes(of: UInt8(0)) { empty in
                    let start = buffer.baseAddress ?? empty.baseAddress
                    if let start { tags.insert(EmbeddedBytes(start: start, count: bytes.count).tag.text) }
                }
            }
        }
        #expect(tags.count == 6)
    }

    @Test @MainActor func `a page of the executable loads, its inline script with a nonce`() async throws {
        let page = try await AssetSite(AssetFolder(embedded: embedded)).page("/")
        let told = try await page.call(
            """
            const data = await (await fetch('sub/data.json')).json();
            return [document.title, window.ran, getComputedStyle(document.querySelector('p')).color, data.a].join(' ');
            """)
        #expect(told as? String == "embedded true rgb(1, 2, 3) 1")
    }
}
