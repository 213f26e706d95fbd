import GawaTestSupport
import Testing

@testable import Gawa

/// One call of each kind that waits in a page: of the page, of Swift, and an evaluation.
@MainActor
final class PendingCalls {
    private var document: BridgedDocument?
    private let service: SettlingService
    private let tag: String
    private let called: Task<Ending, Never>
    private let evaluated: Task<Ending, Never>

    /// Makes the calls, and waits until all three have begun.
    init(in page: BridgedTestPage, _ service: SettlingService, tag: String = "pending") async throws {
        self.service = service
        self.tag = tag
        document = try await page.document()
        try await page.run(Self.script, ["tag": tag])
        let functions = page.functions
        called = Task {
            await Ending.of { () throws(BridgeError) in
                try await functions.call("never", tag + " call", timeout: .seconds(20))
            }
        }
        evaluated = Task {
            await Ending.of { () throws(BridgeError) in
                try await functions.evaluate(
                    "settling.note(tag + ' evaluation'); return await (globalThis.kept = new Promise(() => {}))",
                    arguments: ["tag": tag], timeout: .seconds(20))
            }
        }
        try await service.wait(for: "three calls") {
            $0.started.contains(tag) && $0.notes.contains(tag + " call") && $0.notes.contains(tag + " evaluation")
        }
        service.forgetCallers()
    }

    private static let script = """
        globalThis.never = (tag, signal) => {
            signal.onabort = () => settling.note(tag + ' aborted');
            settling.note(tag);
            return new Promise(() => {});
        };
        globalThis.endings = [];
        const end = (...words) => { endings.push(words.join(' ')); };
        settling.hang(tag).then(() => end('value'), error => end(error.name, error.code));
        """

    /// Waits until the calls have ended, and expects that nothing is left of them or their document.
    ///
    /// - Parameter isEvaluationEnded: Whether the evaluation, which needs no bridge, ends too; else it is cancelled.
    func expectEnd(_ reason: BridgeError.PageGone, isEvaluationEnded: Bool = true) async throws {
        #expect(await called.value == .gone(reason), "the call from Swift")
        if !isEvaluationEnded { evaluated.cancel() }
        #expect(await evaluated.value == (isEvaluationEnded ? .gone(reason) : .cancelled), "the evaluation")
        let tag = tag
        try await service.wait(for: "the cancellation", timeout: .seconds(1)) { $0.cancelled.contains(tag) }
        #expect(service.cancelled.count { $0 == tag } == 1)
        try await expectNothingLeft()
    }

    func expectNothingLeft() async throws {
        weak let document = document
        #expect(document?.isSettled == true)
        #expect(try await isReleased(within: .seconds(1)) { document?.isGone == true ? nil : document })
        #expect(document?.openReplyCount == 0)
        self.document = nil
        service.forgetCallers()
        #expect(try await isReleased { document }, "the document is held")
    }

    /// Expects that none of the calls has ended, and ends them by cancellation.
    func expectWaiting(in page: BridgedTestPage) async throws {
        let document = try #require(document)
        #expect(!document.isGone && document.tasks.count == 1 && document.waiting.count == 1)
        #expect(!service.cancelled.contains(tag))
        called.cancel()
        evaluated.cancel()
        #expect(await called.value == .cancelled)
        #expect(await evaluated.value == .cancelled)
        let tag = tag
        try await service.wait(for: "the AbortSignal") { $0.notes.contains(tag + " call aborted") }
        #expect(try await page.outcome("return await settling.same(1)") == "value 1")
        service.forgetCallers()
    }
}

extension BridgedDocument {
    /// Whether no call waits, and nothing is kept for one.
    var isSettled: Bool {
        table.count == 0 && tasks.isEmpty && waiting.isEmpty && timeLimits.isEmpty && pageTimeLimits.isEmpty
    }
}
