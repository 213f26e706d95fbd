import Foundation
import MainLoopHostSupport
import Testing

/// What programs see whose main thread is run in different ways. One at a time, for the sake of the times measured.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct HostTests {
    @Test("BR-129, BR-128: all work for the main thread arrives there within 100 ms", arguments: HostCase.allCases)
    func workArrives(host: HostCase) async throws {
        let process = try await host.run("probe")
        let results = process.lines.compactMap { ProbeResult(line: $0) }
        #expect(results.count == Probe.all.count * Origin.allCases.count)
        for result in results {
            #expect(result.isOnMainThread, "\(result.name)")
            #expect(result.delay < .milliseconds(100), "\(result.name)")
        }
    }

    @Test("BR-129: 10,000 hops to the main actor finish within 5 s", arguments: HostCase.allCases)
    func hopsAreFast(host: HostCase) async throws {
        let process = try await host.run("hop")
        let seconds = try #require(process.lines.first.flatMap(Double.init))
        #expect(seconds < 5)
    }

    @Test("BR-129: an idle loop uses less than 2 % of a processor", arguments: HostCase.allCases)
    func idleLoopSleeps(host: HostCase) async throws {
        let process = try await host.run("idle")
        let percent = try #require(process.lines.first.flatMap(Double.init))
        #expect(percent < 2)
    }

    @Test("BR-129: a GLib loop inside a GLib callback serves the main queue", arguments: HostCase.allCases)
    func loopInsideACallback(host: HostCase) async throws {
        let process = try await host.run("nest in a callback")
        #expect(process.lines.first == "nested loop ended")
    }

    @Test("BR-129: a GLib loop inside a main-actor job neither runs other jobs nor spins", arguments: HostCase.allCases)
    func loopInsideAJob(host: HostCase) async throws {
        let process = try await host.run("nest in a job")
        try #require(process.lines.count >= 2)
        #expect(try #require(Double(process.lines[0])) < 5, "percent of a processor")
        #expect(process.lines[1] == "true")
    }

    @Test(
        "A GLib source that is always ready leaves the main queue and timers their turns",
        arguments: HostCase.allCases)
    func loopIsFair(host: HostCase) async throws {
        let process = try await host.run("crowd")
        try #require(process.lines.count >= 3)
        // An idle machine does thousands of each; one that is left out does none, or one.
        #expect(try #require(Int(process.lines[0])) > 20, "jobs of the main queue in a second")
        #expect(try #require(Int(process.lines[1])) > 3, "of the 100 timer callbacks in a second")
        #expect(try #require(Int(process.lines[2])) > 20, "callbacks of the source in a second")
    }

    @Test("A descriptor that stays ready is served until it is not", arguments: HostCase.allCases)
    func readyDescriptorsAreNotForgotten(host: HostCase) async throws {
        let process = try await host.run("drip")
        #expect(process.lines.first == "all arrived")
    }

    @Test("A descriptor that takes over the number of a closed one is watched", arguments: HostCase.allCases)
    func descriptorNumbersAreReused(host: HostCase) async throws {
        let process = try await host.run("reuse descriptors")
        #expect(process.lines.first == "all arrived")
    }

    @Test(
        "BR-134: exit from a detached task keeps its status and runs on the main thread",
        arguments: HostCase.allCases)
    func exitMovesToTheMainThread(host: HostCase) async throws {
        let process = try await host.run("exit")
        #expect(process.lines == ["exit on the main thread"])
        #expect(process.reason == .exit)
        #expect(process.status == 7)
    }

    @Test("BR-134: an async main that returns exits on the main thread")
    func asyncMainReturns() async throws {
        let process = try await HostCase.asyncMain.run("return")
        #expect(process.lines == ["exit on the main thread"])
        #expect(process.reason == .exit)
        #expect(process.status == 0)
    }

    @Test("exit ends the process even while the main thread is blocked")
    func exitDoesNotNeedTheMainThread() async throws {
        let process = try await HostCase.asyncMain.run("exit while blocked")
        #expect(process.lines == ["exit on another thread"])
        #expect(process.status == 7)
    }

    @Test("SIGTERM and SIGINT end a program as they would without the library", arguments: [SIGTERM, SIGINT])
    func signalsKeepTheirMeaning(signal: Int32) async throws {
        for (name, arguments) in [("AsyncMainHost", ["signal"]), ("SyncMainHost", ["MainLoop", "signal"])] {
            let process = try await HostProcess.run(name, arguments) { identifier, line in
                if line == "ready" { kill(identifier, signal) }
            }
            #expect(process.reason == .uncaughtSignal)
            #expect(process.status == signal)
        }
    }
}
