import FollowToggleShared
import GawaTestSupport
import TestServer
import WebKit

@testable import FollowToggleRaw
@testable import FollowToggleTyped

/// A screen of one of the examples with its real page, on a server of its own.
@MainActor
struct OpenScreen {
    enum Kind: CaseIterable {
        case raw
        case typed

        var page: URL {
            let name = self == .raw ? "Page" : "TypedPage"
            return URL(fileURLWithPath: "Examples/FollowToggle/\(name)/dist")
        }

        /// The message handler that the page needs to ask whether it follows.
        var handlerName: String { self == .raw ? "isFollowing" : "gawa.calendars" }

        @MainActor
        func makeScreen(on server: TestServer, _ calendars: CalendarService) -> any FollowToggleScreen {
            switch self {
            case .raw:
                FollowToggleViewController(pageURL: server.url(), calendars: calendars)
            case .typed:
                TypedFollowToggleViewController(pageURL: server.url(), origin: server.origin(), calendars: calendars)
            }
        }
    }

    let server: TestServer
    let screen: any FollowToggleScreen
    let navigation = NavigationRecorder()
    var calendars: CalendarService { screen.calendars }

    /// Opens the screen and waits until the button is there.
    ///
    /// - Parameter delay: How long the native side takes to follow.
    init(_ kind: Kind, delay: Duration = .milliseconds(100)) async throws {
        server = try TestServer(handler: TestServer.files(in: kind.page))
        screen = kind.makeScreen(on: server, CalendarService())
        calendars.delay = delay
        screen.webView.navigationDelegate = navigation
        screen.loadViewIfNeeded()
        try await navigation.wait(for: "the page") { $0.contains { $0.name == "finished" } }
        try await waitForButton("フォローする")
    }

    /// Waits until the button of the page has that text, and is busy or not.
    func waitForButton(_ text: String, isBusy: Bool = false) async throws {
        _ = try await call(
            """
            await new Promise((resolve, reject) => {
                const look = () => {
                    const button = document.querySelector("button");
                    if (button?.textContent !== text || (button.ariaBusy === "true") !== isBusy) return;
                    observer.disconnect();
                    resolve();
                };
                const observer = new MutationObserver(look);
                observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
                setTimeout(() => reject(new Error(`The button never said ${text}, busy: ${isBusy}`)), 10000);
                look();
            });
            """, ["text": text, "isBusy": isBusy])
    }

    func click() async throws {
        _ = try await screen.webView.evaluateJavaScript(#"document.querySelector("button").click()"#)
    }

    /// Loads the page again and waits until its button is there.
    func reload() async throws {
        try await navigation.waitForEnd(of: screen.webView.reload())
        try await waitForButton("フォローする")
    }

    /// Runs the body of an async function in the page; it is an error when it takes over 20 seconds.
    func call(_ body: String, _ arguments: [String: Any] = [:]) async throws -> Any? {
        let limited = """
            const limit = new Promise((_, reject) => {
                setTimeout(() => reject(new Error("The page took over 20 seconds")), 20000);
            });
            return await Promise.race([limit, (async () => { \(body)
            })()]);
            """
        return try await screen.webView.callAsyncJavaScript(
            limited, arguments: arguments, in: nil, contentWorld: .page)
    }

    /// Puts a frame of another origin into the page, whose script gives `outcome`, and returns that.
    func outcomeInForeignFrame(_ script: String) async throws -> String? {
        let html = "<script type=module>\(script); parent.postMessage(outcome, '*')</script>"
        let other = try TestServer { _ in .init(headers: [("Content-Type", "text/html")], body: Data(html.utf8)) }
        defer { other.stop() }
        return try await call(
            """
            return await new Promise((resolve, reject) => {
                addEventListener("message", (event) => resolve(event.data), { once: true });
                setTimeout(() => reject(new Error("the frame never spoke")), 10000);
                const frame = document.createElement("iframe");
                frame.src = url;
                document.body.append(frame);
            });
            """, ["url": other.url().absoluteString]) as? String
    }
}
