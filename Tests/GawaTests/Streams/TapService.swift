import Foundation
import Gawa
import GawaTestSupport

/// Streams of all kinds, which write down what becomes of them.
@MainActor
final class TapService: BridgeService {
    nonisolated static let name = "tap"

    struct Failure: CodedError, LocalizedError {
        let code = "tap.failed"
        let errorDescription: String? = "It failed"
    }

    /// A struct that is encoded as a member says.
    struct Item: Encodable, Sendable {
        let number: Int
        let text: String
    }

    let changed = Waiter()
    let source = EventSource<Int>()
    let latest = EventSource<Int>(keeping: .latest)
    let boot = EventSource<Int>(keeping: .untilFirstListener(100))

    /// What happened, in words.
    private(set) var notes: [String] = []
    /// How many items of each tag were asked for.
    private(set) var asked: [String: Int] = [:]
    /// The callbacks and streams that `keep` was passed.
    private(set) var kept: [Callback<Int, Int>] = []
    private(set) var keptStreams: [PageStream<Int>] = []

    var isRunning: [String] { notes.filter { $0.hasPrefix("begin ") }.map { String($0.dropFirst(6)) } }

    func note(_ text: String) {
        notes.append(text)
        changed.notify()
    }

    func noteAsked(_ tag: String) {
        asked[tag, default: 0] += 1
        changed.notify()
    }

    func letGo() {
        kept = []
        keptStreams = []
    }

    func wait(
        for what: String, timeout: Duration = .seconds(10), until isMet: @escaping (TapService) -> Bool
    ) async throws {
        try await changed.wait(for: what, timeout: timeout) { [weak self] in self.map(isMet) ?? true }
    }

    nonisolated static func describe(_ bridge: inout BridgeDescription<TapService>) {
        bridge.stream("count", "to") { (service: TapService, to: Int) in service.numbers("count", 0..<to) }
        bridge.stream("tagged", "tag", "to") { (service: TapService, tag: String, to: Int) in
            service.numbers(tag, 0..<to)
        }
        bridge.stream("hang", "tag") { (service: TapService, tag: String) in service.hanging(tag) }
        bridge.stream("limited", options: FunctionOptions(timeLimit: .milliseconds(50))) { (service: TapService) in
            service.hanging("limited")
        }
        bridge.stream("refuse") { (_: TapService) async throws -> AsyncStream<Int> in throw Failure() }
        bridge.stream("failAfter", "count") { (service: TapService, count: Int) in
            service.numbers("failAfter", 0..<count, then: Failure())
        }
        bridge.stream("unsendable", "count") { (service: TapService, count: Int) in
            service.numbers("unsendable", 0..<(count + 1)).map { $0 == count ? Double.infinity : Double($0) }
                .map { $0.isFinite ? Decimal($0) : Decimal.nan }
        }
        bridge.stream("sized", "lengths") { (service: TapService, lengths: [Int]) in
            service.numbers("sized", lengths).map { String(repeating: "x", count: $0) }
        }
        bridge.stream("items", "to") { (service: TapService, to: Int) in
            service.values("items", 0..<to) { Item(number: $0, text: String(repeating: "y", count: $0 % 97)) }
        }
        bridge.stream("optionals") { (service: TapService) in
            service.numbers("optionals", 0..<3).map { $0 == 1 ? nil : Int64($0) }
        }
        bridge.stream("guarded", options: FunctionOptions(allowing: .origins(["https://other.example"]))) {
            (service: TapService) in service.numbers("guarded", 0..<1)
        }
        bridge.stream("who") { (_: TapService, caller: Caller) in
            AsyncStream<String> {
                $0.yield(caller.origin.description); $0.finish()
            }
        }
        bridge.stream("stubborn") { (service: TapService) async -> AsyncStream<Int> in
            await service.hold()
            return AsyncStream { $0.finish() }
        }
        bridge.stream("hopping", "to") { (_: TapService, to: Int) in
            AsyncStream<Int> { continuation in
                for number in 0..<to { continuation.yield(number) }
                continuation.finish()
            }
        }
        bridge.stream("double", "numbers") { (service: TapService, numbers: PageStream<Int>) in
            numbers.map { $0 * 2 }
        }
        describeEvents(&bridge)
        describeCallbacks(&bridge)
    }

    private nonisolated static func describeEvents(_ bridge: inout BridgeDescription<TapService>) {
        bridge.event("changed", of: Int.self) { (service: TapService) in service.source }
        bridge.event("latest", of: Int.self, replaysLatest: true) { (service: TapService) in service.latest }
        bridge.event("boot", of: Int.self) { (service: TapService) in service.boot }
        bridge.event("mine", of: String.self) { (service: TapService, caller: Caller) in
            service.source.filter { ($0 == 0) == caller.isMainFrame }.map { "\(caller.isMainFrame) \($0)" }
        }
        bridge.event("guardedEvent", of: Int.self, options: FunctionOptions(allowing: .origins(["app://other"]))) {
            (service: TapService) in service.source
        }
        bridge.event("broken", of: Int.self) { (service: TapService) in
            service.numbers("broken", 0..<1, then: Failure())
        }
        bridge.function("emit", "value") { (service: TapService, value: Int) in service.source.emit(value) }
    }

    private nonisolated static func describeCallbacks(_ bridge: inout BridgeDescription<TapService>) {
        bridge.function("apply", "body", "value") {
            (_: TapService, body: Callback<Int, Int>, value: Int) async throws in try await body(value)
        }
        bridge.function("applyIfAny", "body") { (_: TapService, body: Callback<String, String, Int>?) async throws in
            try await body?("a", 1) ?? "none"
        }
        bridge.function("run", "body") { (_: TapService, body: Callback<Void>) async throws in try await body() }
        bridge.function("keep", "body") { (service: TapService, body: Callback<Int, Int>) in service.kept.append(body) }
        bridge.message("keepSilently", "body") { (service: TapService, body: Callback<Int, Int>) in
            service.kept.append(body)
            service.changed.notify()
        }
        bridge.function("keepStream", "numbers") { (service: TapService, numbers: PageStream<Int>) in
            service.keptStreams.append(numbers)
        }
        bridge.function("ignore", "body") { (_: TapService, _: Callback<Int, Int>) in }
        bridge.function("notes") { (service: TapService) in service.notes.count }
        bridge.function("text", "value") { (_: TapService, value: String) in value }
        bridge.function("list", "value") { (_: TapService, value: [Callback<Int, Int>]) in value.count }
        bridge.function("sum", "numbers") { (_: TapService, numbers: PageStream<Int>) async throws in
            var sum = 0
            for try await number in numbers { sum += number }
            return sum
        }
    }

    // MARK: Sequences

    /// Gives numbers without ever waiting, and writes down what was asked of it.
    func numbers<Numbers: Sequence<Int> & Sendable>(
        _ tag: String, _ numbers: Numbers, then failure: Failure? = nil
    ) -> NotedNumbers<Numbers, Int> {
        values(tag, numbers, then: failure) { $0 }
    }

    private func values<Numbers: Sequence<Int> & Sendable, Value>(
        _ tag: String, _ numbers: Numbers, then failure: Failure? = nil, make: @escaping @Sendable (Int) -> Value
    ) -> NotedNumbers<Numbers, Value> {
        note("begin \(tag)")
        return NotedNumbers(service: self, tag: tag, numbers: numbers, failure: failure, make: make)
    }

    /// Gives nothing until its task is cancelled.
    private func hanging(_ tag: String) -> AsyncStream<Int> {
        note("begin \(tag)")
        return AsyncStream { continuation in
            continuation.onTermination = { _ in
                Task { @MainActor in self.note("end \(tag)") }
            }
        }
    }

    private var held: [CheckedContinuation<Void, Never>] = []

    private func hold() async {
        note("begin stubborn")
        await withCheckedContinuation { held.append($0) }
        note("end stubborn")
    }

    /// Lets all of `stubborn` return.
    func release() {
        let continuations = held
        held = []
        for continuation in continuations { continuation.resume() }
    }
}
