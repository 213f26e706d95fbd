import Foundation
import TestServer
import WebKit

/// What both examples do around their screen: serve the page on this machine, and show the screen in a window.
@MainActor
package struct FollowToggleApp {
    /// Makes the screen for the address of the page, its origin, and the calendars that it may follow.
    package typealias MakeScreen = @MainActor (URL, String, CalendarService) -> any FollowToggleScreen

    /// The folder of the built page, unless the command line names another.
    let page: String
    let makeScreen: MakeScreen

    package init(page: String, makeScreen: @escaping MakeScreen) {
        self.page = page
        self.makeScreen = makeScreen
    }

    /// Runs until the window is closed; ends the program when it cannot start.
    package func run() async {
        do {
            try await run(Options(CommandLine.arguments.dropFirst(), page: page))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private func run(_ options: Options) async throws {
        let server = try startServer(options)
        print("Serving \(options.page.relativePath) at \(server.url())")

        let calendars = CalendarService()
        calendars.delay = options.delay
        let screen = makeScreen(server.url(), server.origin(), calendars)
        screen.loadViewIfNeeded()

        let window = WebViewWindow(
            webView: screen.webView, title: "Follow toggle", size: CGSize(width: 480, height: 640))
        await withCheckedContinuation { continuation in
            window.onClose = { continuation.resume() }
            window.present()
        }
        server.stop()
    }

    /// Starts on the port that was asked for, or on 3000, or on a free one when 3000 is taken.
    private func startServer(_ options: Options) throws -> TestServer {
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
