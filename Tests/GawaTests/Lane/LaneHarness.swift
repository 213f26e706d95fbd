import Foundation
import GawaTestSupport
import Testing

@testable import Gawa
@testable import WebKit

/// The part of a bridge that is on a lane's thread, with a page that a test plays.
@MainActor
final class LaneHarness: CallPlace {
    static let token = "AAAAAAAAAAAAAAAAAAAAAA"

    let page: PlayedPage
    let calls: SynchronousCalls
    let inbox = LaneInbox()
    let document: BridgedDocument? = nil
    /// What came to the main actor, in words.
    private(set) var delivered: [String] = []
    let changed = Waiter()
    /// Whether the main actor takes what comes.
    var isTaking = true {
        didSet { take() }
    }

    init<Service: BridgeService>(
        _ service: Service, limits: BridgeLimits = BridgeLimits(), patience: Duration = .seconds(60)
    ) throws {
        page = try PlayedPage()
        let functions = FunctionTable([service])
        calls = SynchronousCalls(page.lane, functions: functions, limits: limits, patience: patience)
        calls.start { [inbox] in inbox.put(.malformed("stuck")) }
        inbox.start { [weak self] in
            Task { @MainActor in self?.take() }
        }
        let origin = try #require(Origin("app://main"))
        let frame = WKFrameInfo(frameID: 1, isMainFrame: true, url: "app://main/", origin: origin, webView: nil)
        let caller = Caller(
            origin: try #require(WebOrigin("app://main")), isMainFrame: true, frame: frame, place: self)
        let reader = LaneReader(
            caller: caller, link: DocumentLink(), functions: functions, limits: limits, rate: SharedCallRate(limits),
            calls: calls,
            inbox: inbox)
        page.lane.start(
            maximumByteCount: LaneReader.maximumByteCount(limits), receive: { reader.receive($0) },
            ended: { [inbox] in inbox.put(.ended($0)) })
    }

    /// Sends the items of a message, after a greeting where it is the first.
    func send(_ items: String, _ attachments: [Data] = [], greets: Bool = false) {
        page.send("[\"\(Self.token)\",\(greets ? "[\"h\",1]," : "")\(items)]", attachments)
    }

    /// Asks a question, and gives the items of its answer.
    func ask(_ item: String) async throws -> String {
        try Self.items(#require(await page.ask("[\"\(Self.token)\",\(item)]")), isAnswer: true)
    }

    /// Waits for a batch, and gives its items.
    func receive() async throws -> String {
        try Self.items(#require(await page.receive()), isAnswer: false)
    }

    /// What the app sends as far as something is expected: a look at the limits sends what there is, in the middle of a
    /// message's calls.
    func receive(asLongAs expected: String) async throws -> String {
        var answers = try await receive()
        while answers.utf8.count < expected.utf8.count { answers += "," + (try await receive()) }
        return answers
    }

    private static func items(_ message: PlayedPage.Message, isAnswer: Bool) throws -> String {
        #expect(message.isAnswer == isAnswer)
        let head = "[\"\(token)\",0,"
        try #require(message.text.hasPrefix(head) && message.text.hasSuffix("]"), "\(message.text)")
        return String(message.text.dropFirst(head.count).dropLast())
    }

    func wait(for what: String, _ isMet: @escaping ([String]) -> Bool) async throws {
        try await changed.wait(for: what) { isMet(self.delivered) }
    }

    private func take() {
        guard isTaking else { return }
        for delivery in inbox.take() { delivered.append(Self.words(delivery)) }
        changed.notify()
    }

    private static func words(_ delivery: LaneInbox.Delivery) -> String {
        switch delivery {
        case .greeting(let token): "greeting \(token)"
        case .items(let items): "all " + items.map(words).joined(separator: " ")
        case .chosen(let items): "some " + items.map(words).joined(separator: " ")
        case .longAnswer(let id): "long answer \(id)"
        case .malformed(let reason): "malformed \(reason)"
        case .ended(let end): "ended \(end)"
        }
    }

    private static func words(_ item: WireNode) -> String {
        item.elements.prefix(2).map { $0.string ?? $0.integer.map { "\($0)" } ?? "?" }.joined(separator: "")
    }
}
