import GawaWebKit

/// Measures a layer of ours, as `floor` measures the engine: `GawaRows LAYER PAGE`.
///
/// Prints "ready" once the page's first call has been answered. Then each line of standard input, a row's name and a
/// count, is answered by one line of JSON: the row and its value, or an error. The end of the input ends the program.
@main
struct GawaRows {
    @MainActor private static let layers: [any Layer] = [
        WebKitLayer(), TextLayer(), GawaLayer(), GawaMessagesLayer(),
    ]

    static func main() async {
        do {
            try await run(CommandLine.arguments.dropFirst().map { $0 })
        } catch {
            FileHandle.standardError.write(Data("GawaRows: \(error)\n".utf8))
            exit(1)
        }
    }

    @MainActor
    private static func run(_ arguments: [String]) async throws {
        guard arguments.count == 2, let layer = layers.first(where: { type(of: $0).name == arguments[0] }) else {
            let names = layers.map { type(of: $0).name }.joined(separator: "|")
            throw RowError("usage: GawaRows \(names) PAGE")
        }
        let page = RowPage(layer: layer)
        try await page.start(html: String(contentsOfFile: arguments[1], encoding: .utf8))
        printLine("ready")
        for await line in standardInput() {
            let words = line.split(separator: " ")
            guard words.count == 2, let count = Int(words[1]), count > 0 else {
                throw RowError("a line of the input must be a row's name and a count")
            }
            printLine(try await page.run(String(words[0]), count: count))
        }
    }

    /// The lines of standard input, read on a thread of their own: a read waits for the next.
    private static func standardInput() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }

    /// Prints a line past the buffers: flushing them all would wait for the thread that reads.
    private static func printLine(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
