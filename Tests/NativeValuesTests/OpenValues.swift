import GawaTestSupport
import TestServer
import WebKit

@testable import NativeValues

/// The screen of the example with its real page, on a server of its own.
@MainActor
struct OpenValues {
    let server: TestServer
    let screen: NativeValuesScreen
    private let navigation = NavigationRecorder()

    /// Opens the screen and waits until the page has asked for everything.
    ///
    /// - Parameter host: The name of this machine in the page's address. The app gives values to `localhost`.
    init(host: String = "localhost") async throws {
        server = try TestServer(handler: TestServer.files(in: URL(fileURLWithPath: "Examples/NativeValues/Page")))
        screen = NativeValuesScreen(pageURL: server.url(host: host), origin: server.origin())
        screen.webView.navigationDelegate = navigation
        screen.load()
        try await navigation.wait(for: "the page") { $0.contains { $0.name == "finished" } }
        _ = try await call(
            """
            await new Promise((resolve, reject) => {
                const look = () => document.body.dataset.state === "done" && resolve();
                new MutationObserver(look).observe(document.body, { attributes: true });
                setTimeout(() => reject(new Error("The page did not get to its end")), 20000);
                look();
            });
            """)
    }

    /// What each row of the page shows: what was asked, whether it is a value or a failure, and the text.
    func rows() async throws -> [String] {
        let rows = try await call(
            """
            return [...document.querySelectorAll("tbody tr")]
                .map((row) => `${row.id} | ${row.className} | ${row.querySelector("output").textContent}`);
            """)
        return rows as? [String] ?? []
    }

    func call(_ body: String) async throws -> Any? {
        try await screen.webView.callAsyncJavaScript(body, contentWorld: .page)
    }
}
