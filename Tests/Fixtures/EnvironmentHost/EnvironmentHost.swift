import Foundation
import WebKit

/// A small app that tests start in odd environments. Its argument says what it does; each fact is a line of output.
@main
struct EnvironmentHost {
    @MainActor
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "start": start()
        case "view": _ = WKWebView(frame: .zero)
        case "renderer":
            start()
            print(ProcessInfo.processInfo.environment["WEBKIT_DISABLE_DMABUF_RENDERER"] ?? "unset")
        case "page": try await Numbers().write()
        case let argument: fatalError("An unknown argument: \(argument ?? "none")")
        }
        print("end")
    }

    @MainActor
    private static func start() {
        do {
            try WebKitEngine.start()
            try WebKitEngine.start()
            print("started")
        } catch {
            print("\(error)")
            // What failed once fails again, in the same words.
            do {
                try WebKitEngine.start()
                print("started after all")
            } catch let again {
                print(again == error ? "again" : "\(again)")
            }
            exit(3)
        }
    }
}
