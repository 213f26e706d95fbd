import Gawa
import TestServer

/// Shows a page that asks the app for values, in a window, until it is closed.
@main
struct NativeValues {
    static func main() async {
        do {
            try await run(Options(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    @MainActor
    private static func run(_ options: Options) async throws {
        let server = try TestServer(port: options.port, handler: TestServer.files(in: options.page))
        print("Serving \(options.page.relativePath) at \(server.url())")

        let screen = NativeValuesScreen(pageURL: server.url(), origin: server.origin())
        screen.load()
        let window = WebViewWindow(
            webView: screen.webView, title: "Native values", size: CGSize(width: 900, height: 560))
        await withCheckedContinuation { continuation in
            window.onClose = { continuation.resume() }
            window.present()
        }
        server.stop()
    }
}

/// Prints a line so that it can be read at once, in a pipe too.
func print(_ line: String) {
    Swift.print(line)
    // All streams: Swift 6 lets nobody name `stdout`.
    fflush(nil)
}
