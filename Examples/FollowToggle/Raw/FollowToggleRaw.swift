import Foundation
import TestServer
import WebKit

/// Serves the page on this machine and shows it in a window, until the window is closed.
@main
struct FollowToggleRaw {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            try await run(options)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    @MainActor
    private static func run(_ options: Options) async throws {
        let server = try startServer(options)
        print("Serving \(options.page.relativePath) at \(server.url())")

        let controller = FollowToggleViewController()
        controller.pageURL = server.url()
        controller.calendars.delay = options.delay
        controller.loadViewIfNeeded()

        let window = WebViewWindow(
            webView: controller.webView, title: "Follow toggle", size: CGSize(width: 480, height: 640))
        await withCheckedContinuation { continuation in
            window.onClose = { continuation.resume() }
            window.present()
        }
        server.stop()
    }

    /// Starts on the port that was asked for, or on 3000, or on a free one when 3000 is taken.
    @MainActor
    private static func startServer(_ options: Options) throws -> TestServer {
        let handler = TestServer.files(in: options.page)
        if let port = options.port {
            return try TestServer(port: port, handler: handler)
        }
        do {
            return try TestServer(port: 3000, handler: handler)
        } catch {
            print("\(error). Taking another port.")
            return try TestServer(handler: handler)
        }
    }
}
