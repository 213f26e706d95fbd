import Foundation
import TestProcess

/// A program of `Tests/Fixtures`, run to its end, and what became of the processes that it had started.
struct FixtureProcess: Sendable {
    let lines: [String]
    let errorText: String
    /// The exit status, or the number of the signal that ended it.
    let status: Int32
    let wasSignalled: Bool
    /// From the moment it was told to end.
    let timeToEnd: Duration
    /// How many processes it had then, and which of them outlived it by the time limit.
    let helperCount: Int
    let leftOver: [String]

    /// Runs a program that was built beside the test binary, and kills it after the time limit.
    ///
    /// - Parameters:
    ///   - signal: What to send when it says `ready`; without one it is sent a line.
    ///   - patience: How long its helpers may take to end after it.
    static func run(
        _ name: String, _ arguments: [String], signal: Int32? = nil, timeLimit: Duration = .seconds(30),
        patience: Duration = .seconds(5)
    ) async throws -> FixtureProcess {
        let process = Process()
        process.executableURL = try TestProcess.executable(name)
        process.arguments = arguments
        let input = TestProcess.pipe()
        let output = TestProcess.pipe()
        let errors = TestProcess.pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        let facts = EndFacts()
        let (ends, end) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        // From the main thread: libdispatch blocks signals on its own threads, and a child inherits that.
        try await MainActor.run { try process.run() }
        let identifier = process.processIdentifier
        let limit = Task.detached {
            try await Task.sleep(for: timeLimit)
            kill(identifier, SIGKILL)
        }
        defer { limit.cancel() }

        // Helpers that stay keep the pipes open, so the end of the output may come later than that of the program.
        async let lines = TestProcess.lines(of: output) { line in
            guard line == "ready" else { return }
            facts.begin(helpers: descendants(of: identifier))
            if let signal {
                kill(identifier, signal)
            } else {
                try? input.fileHandleForWriting.write(contentsOf: Data("end\n".utf8))
            }
        }
        async let errorLines = TestProcess.lines(of: errors)
        // Nothing tells of the end in time: Foundation notices it when the last helper has gone, too.
        while HelperProcess(identifier) != nil { try await Task.sleep(for: .milliseconds(20)) }
        facts.end()
        let helpers = facts.helpers
        let deadline = ContinuousClock.now + patience
        while helpers.contains(where: \.isAlive), ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(50))
        }
        let leftOver = helpers.filter(\.isAlive)
        for helper in leftOver { kill(helper.identifier, SIGKILL) }
        for await _ in ends {}
        let result = await (lines, errorLines)
        return FixtureProcess(
            // Tests run without a session bus, of which the engine complains.
            lines: result.0, errorText: result.1.filter { !$0.contains("a11y bus") }.joined(separator: "\n"),
            status: process.terminationStatus,
            wasSignalled: process.terminationReason == .uncaughtSignal, timeToEnd: facts.timeToEnd,
            helperCount: helpers.count,
            leftOver: leftOver.map(\.name))
    }
}

/// What is noted when a program begins to end.
private final class EndFacts: @unchecked Sendable {
    // Sound: the lock guards both.
    private let lock = NSLock()
    private var beginning: ContinuousClock.Instant?
    private var ending: ContinuousClock.Instant?
    private var processes: [HelperProcess] = []

    func begin(helpers: [HelperProcess]) {
        lock.withLock {
            beginning = .now
            processes = helpers
        }
    }

    func end() {
        lock.withLock { ending = .now }
    }

    var helpers: [HelperProcess] { lock.withLock { processes } }

    var timeToEnd: Duration {
        lock.withLock {
            guard let beginning, let ending else { return .seconds(600) }
            return ending - beginning
        }
    }
}

/// A process as `/proc` shows it.
private struct HelperProcess: Sendable {
    let identifier: pid_t
    let name: String
    let parent: pid_t
    /// With the number, this names one process for ever.
    let startTime: String

    init?(_ identifier: pid_t) {
        guard let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
            let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: close)...].split(separator: " ")
        guard fields.count > 19, let parent = pid_t(fields[1]), fields[0] != "Z" else { return nil }
        self.identifier = identifier
        self.parent = parent
        name = String(text[text.index(after: open)..<close])
        startTime = String(fields[19])
    }

    var isAlive: Bool { HelperProcess(identifier)?.startTime == startTime }
}

private func descendants(of root: pid_t) -> [HelperProcess] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let all = names.compactMap { pid_t($0) }.compactMap { HelperProcess($0) }
    var found: [HelperProcess] = []
    var parents: Set<pid_t> = [root]
    while true {
        let children = all.filter { child in
            parents.contains(child.parent) && !found.contains { $0.identifier == child.identifier }
        }
        guard !children.isEmpty else { return found }
        found += children
        parents.formUnion(children.map(\.identifier))
    }
}
