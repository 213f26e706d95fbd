import Foundation
import GawaTestSupport
import WebKit

/// A person's hand on the mouse: real input events from the display server, as `xdotool` sends them.
@MainActor
struct Pointer {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let webView: WKWebView

    /// Clicks in the middle of an element of the page.
    func click(_ selector: String) async throws {
        // Where the page lies on the screen depends on decorations, so it is measured: the page tells where it saw the
        // pointer pass.
        try await send("mousemove", "200", "200")
        let seen = try await observe { try await send("mousemove", "203", "203") }
        let center = try await webView.callAsyncJavaScript(
            """
            const box = document.querySelector(selector).getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
            """, arguments: ["selector": selector], contentWorld: .defaultClient)
        guard let center = center as? [Double] else { throw Failure(description: "No box of \(selector)") }
        let x = Int(203 - seen[0] + center[0])
        let y = Int(203 - seen[1] + center[1])
        try await send("mousemove", "\(x)", "\(y)")
        try await send("click", "1")
    }

    /// Returns where the page sees the pointer while an action moves it.
    private func observe(_ action: () async throws -> Void) async throws -> [Double] {
        let pending = Task {
            try await webView.callAsyncJavaScript(
                """
                return await new Promise((resolve, reject) => {
                    addEventListener("mousemove", event => {
                        if (event.screenX !== undefined) resolve([event.clientX, event.clientY]);
                    }, { once: true });
                    globalThis.observing = true;
                    setTimeout(() => reject(new Error("the pointer never came")), 5000);
                });
                """, contentWorld: .defaultClient) as? [Double]
        }
        // The listener must be there before the pointer moves.
        while try await webView.evaluateJavaScript("!!globalThis.observing", contentWorld: .defaultClient) as? Bool
            != true
        {
            await Task.yield()
        }
        try await action()
        _ = try await webView.evaluateJavaScript("globalThis.observing = false", contentWorld: .defaultClient)
        guard let seen = try await pending.value else { throw Failure(description: "No position") }
        return seen
    }

    private func send(_ arguments: String...) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/xdotool")
        process.arguments = arguments
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard process.terminationStatus == 0 else {
            throw Failure(description: "xdotool \(arguments) gave \(process.terminationStatus)")
        }
    }
}
