import Foundation
import GawaTestSupport
import TestServer

@testable import Gawa

/// A page that hears the events of a ``TapService``, and writes down what it heard.
@MainActor
struct HeardPage {
    let page: BridgedTestPage
    let service: TapService

    /// `heard` are the details so far, `until` waits for a number of them.
    static let script = """
        globalThis.heard = [];
        let waiting = [];
        globalThis.hear = event => {
            heard.push(event.detail);
            waiting = waiting.filter(check => !check());
        };
        globalThis.until = count => new Promise((resolve, reject) => {
            const check = () => heard.length >= count && (resolve(heard.join()), true);
            if (check()) return;
            waiting.push(check);
            setTimeout(() => reject(new Error('heard only ' + heard.join())), 20000);
        });
        """

    init(
        _ service: TapService, frames: BridgePolicy.Frames = .main, limits: BridgeLimits = BridgeLimits(),
        html: String = ""
    ) async throws {
        self.service = service
        page = try await BridgedTestPage(
            service, html: "<!doctype html><script>\(Self.script)</script>\(html)<p>", frames: frames, limits: limits)
    }

    /// Waits until so many listeners are known to the source.
    func listeners(_ count: Int, of source: EventSource<Int>? = nil) async throws -> Bool {
        let source = source ?? service.source
        return try await isReleased { source.listenerCount == count ? nil : service }
    }

    /// Waits until the page has heard a number of events, and returns all.
    func heard(_ count: Int) async throws -> String {
        try await page.run("return await until(count)", ["count": count]) as? String ?? ""
    }

    /// What the page has heard by the time when it has everything.
    func allHeard() async throws -> String {
        try await page.run("await tap.text(''); return heard.join()") as? String ?? ""
    }
}
