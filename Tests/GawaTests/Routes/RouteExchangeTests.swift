import Foundation
import GawaWebKit
import Testing

@testable import Gawa

/// How an exchange ends, without an engine.
@MainActor
struct RouteExchangeTests {
    /// What a task was told.
    private final class NotingTask: NSObject, WKURLSchemeTask {
        let request = URLRequest(url: URL(fileURLWithPath: "/"))
        private(set) var calls: [String] = []

        func didReceive(_ response: URLResponse) { calls.append("response") }
        func didReceive(_ data: Data) { calls.append(String(decoding: data, as: UTF8.self)) }
        func didFinish() { calls.append("finish") }
        func didFailWithError(_ error: any Error) { calls.append("failure") }
    }

    private final class Count {
        var value = 0
    }

    private func exchange(_ task: NotingTask, _ ends: Count) -> RouteExchange {
        RouteExchange(
            task, url: URL(fileURLWithPath: "/"), method: "GET", access: .embedding, report: { _ in },
            onEnd: { ends.value += 1 })
    }

    private nonisolated static let ends: [@MainActor @Sendable (RouteExchange) -> Void] = [
        { $0.stop() }, { $0.fail() }, { $0.answer(.text("answer")) },
    ]

    /// A second end would end whichever request has got the place of the first in the table of the routes.
    @Test(arguments: 0..<3, 0..<3)
    func `an exchange ends once, whatever is told to it afterwards`(first: Int, second: Int) {
        let (task, ends) = (NotingTask(), Count())
        let exchange = exchange(task, ends)
        Self.ends[first](exchange)
        #expect(ends.value == 1)
        let calls = task.calls
        Self.ends[second](exchange)
        #expect(ends.value == 1)
        #expect(task.calls == calls)
        #expect(calls == [[], ["failure"], ["response", "answer", "finish"]][first])
    }
}
