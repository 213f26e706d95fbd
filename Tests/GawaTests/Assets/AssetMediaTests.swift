import Foundation
import GawaTestSupport
import Testing
import WebKit

@testable import Gawa

/// Which ways to sound and pictures that the app serves play on Linux.
@MainActor @Suite(.serialized, .timeLimit(.minutes(3)))
struct AssetMediaTests {
    private let fixture: AssetFixture
    private let console = PageConsole(standardError: false)

    init() throws {
        fixture = try AssetFixture(["index.html": "<!doctype html><title>start</title><p>"])
        try fixture.write("tone.wav", Self.wave(seconds: 0.4))
    }

    /// A tone, as a WAV file of 8000 samples a second.
    private static func wave(seconds: Double) -> Data {
        let samples = (0..<Int(seconds * 8000)).map { Int16(8000 * sin(Double($0) * 440 * 2 * .pi / 8000)) }
        return header(byteCount: samples.count * 2) + samples.withUnsafeBytes { Data($0) }
    }

    private static func header(byteCount: Int) -> Data {
        var data = Data("RIFF".utf8)
        func add(_ number: Int, _ count: Int) {
            data += (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        add(36 + byteCount, 4)
        data += Data("WAVEfmt ".utf8)
        add(16, 4)
        add(1, 2)
        add(1, 2)
        add(8000, 4)
        add(16_000, 4)
        add(2, 2)
        add(16, 2)
        data += Data("data".utf8)
        add(byteCount, 4)
        return data
    }

    /// Plays an element to its end, and tells the events.
    private static let play = """
        const play = (tag, address, isNested) => new Promise(done => {
            const element = document.createElement(tag), seen = [];
            for (const name of ['canplay', 'ended', 'error']) {
                element.addEventListener(name, event => {
                    seen.push(event.target === element ? name : 'source ' + name);
                    if (name === 'error' && element.error) seen.push(element.error.code);
                    if (name !== 'canplay') done(seen.join());
                }, true);
            }
            if (isNested) {
                const source = document.createElement('source');
                source.src = address;
                element.append(source);
            } else element.src = address;
            element.muted = true;
            document.body.append(element);
            element.play().catch(error => seen.push(error.name));
        });

        """

    /// Runs the body of an async function in a page of the app. A page that is not shown plays nothing.
    private func run(_ body: String, _ arguments: [String: Any] = [:]) async throws -> Any? {
        var options = AssetFixture.plainOptions
        options.contentSecurityPolicy = .standard
        let site = AssetSite(AssetFolder(directory: fixture.root, options: options))
        let configuration = TestPage.configuration()
        console.install(in: configuration)
        site.routes.install(in: configuration)
        let page = TestPage(configuration: configuration)
        let window = page.present()
        defer { window.close() }
        try await page.load(NativeRoutes.pageURL("/index.html"))
        return try await page.call(Self.play + body, arguments)
    }

    @Test(arguments: ["audio", "video"])
    func `BR-093: what was fetched plays to its end from a blob`(tag: String) async throws {
        let told = try await run(
            """
            const address = URL.createObjectURL(await (await fetch('tone.wav')).blob());
            return [await play(tag, address), await play(tag, address, true)];
            """, ["tag": tag])
        #expect(told as? [String] == ["canplay,ended", "canplay,ended"], "\(String(describing: told))")
    }

    @Test(arguments: ["audio", "video"], ["tone.wav", "http://native/tone.wav", "https://native/tone.wav"])
    func `BR-093: an address of the app's does not play, and the page and its console are told`(
        tag: String, address: String
    ) async throws {
        var told = ""
        var entries = console.entries.makeAsyncIterator()
        let seen = try await run(
            """
            const seen = [await play(tag, address), await play(tag, address, true)];
            console.info('the end');
            return seen;
            """, ["tag": tag, "address": address])
        #expect(seen as? [String] == ["NotSupportedError,error,4", "source error"], "\(String(describing: seen))")
        var hints = 0
        while let entry = await entries.next() {
            told += "\(entry.text)\n"
            if entry.text.contains("Play a blob: of them") { hints += 1 }
            if entry.text == "the end" { break }
        }
        #expect(hints == 1, "\(told)")
    }

    @Test func `BR-093: errors of other media are left alone`() async throws {
        var entries = console.entries.makeAsyncIterator()
        _ = try await run(
            """
            const broken = URL.createObjectURL(new Blob(['x'], {type: 'audio/wav'}));
            await play('audio', broken);
            await play('audio', 'data:audio/wav,x');
            console.info('the end');
            """)
        while let entry = await entries.next(), entry.text != "the end" {
            #expect(!entry.text.contains("Play a blob: of them"))
        }
    }

    /// Such a request arrives, and its answer is thrown away.
    @Test(arguments: ["audio", "video"])
    func `BR-093: an embeddable route does not play by its address in a page of a server either`(tag: String)
        async throws
    {
        let tone = Self.wave(seconds: 0.4)
        let page = try await RoutedTestPage { routes, notes in
            routes.get("tone.wav", isEmbeddable: true) { _ in
                await notes.note("asked")
                return .data(tone, type: "audio/wav")
            }
        }
        let window = page.page.present()
        defer { window.close() }
        #expect(
            try await page.run(Self.play + "return await play(tag, 'http://native/tone.wav')", ["tag": tag])
                == "NotSupportedError,error,4")
        #expect(page.notes.lines.contains("asked"))
    }
}
