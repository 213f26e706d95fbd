import Foundation
import GawaTestSupport
import GawaWebKit
import TestProcess
import TestServer
import Testing

@testable import Gawa

/// A page whose process is killed; the only one of its program.
@MainActor
struct DeathScenario {
    let page: BridgedTestPage
    let service = SettlingService()

    init(html: String = "<p>", frames: BridgePolicy.Frames = .main) async throws {
        let server = try TestServer { request in
            .html(request.path == "/frame" ? "<script>settling.hang('frame')</script>" : html)
        }
        page = try await BridgedTestPage(service, frames: frames, server: server)
    }

    /// Kills every web process: there must be none that is just being launched, since the engine ends the program then.
    func kill() throws {
        let processes = WebProcesses.running()
        try #require(!processes.isEmpty)
        WebProcesses.kill(processes)
    }

    func waitForDeath(_ count: Int = 1) async throws {
        try await page.page.navigation.wait(for: "the news of the death") { events in
            events.count { $0.name == "processTerminated" } >= count
        }
    }

    func expectWorking() async throws {
        try await page.page.load(page.server.url("/next"))
        #expect(try await page.outcome("return await settling.same(5)") == "value 5")
        try await page.run("globalThis.twice = number => 2 * number")
        #expect(try await page.functions.call("twice", 2, returning: Int.self) == 4)
        try await page.expectOneDocument()
        #expect(page.bridge.documents.all.first?.isSettled == true)
    }

    // MARK: Scenarios

    static func pendingCalls() async throws {
        let scenario = try await DeathScenario()
        let calls = try await PendingCalls(in: scenario.page, scenario.service)
        let start = ContinuousClock.now
        try scenario.kill()
        try await calls.expectEnd(.processTerminated)
        #expect(ContinuousClock.now - start < .seconds(1))
        try await scenario.waitForDeath()
        #expect(scenario.page.bridge.documents.all.isEmpty)
        try await scenario.expectWorking()
        #expect(scenario.service.runningCount == 0)
        #expect(scenario.page.page.navigation.events.count { $0.name == "processTerminated" } == 1)
    }

    static func frames() async throws {
        let scenario = try await DeathScenario(html: "<iframe src=/frame></iframe>", frames: .all)
        let service = scenario.service
        try await service.wait(for: "the frame's call") { $0.started == ["frame"] }
        weak let frame = scenario.page.bridge.documents.all.first { !$0.isMainFrame }
        #expect(frame != nil)
        let calls = try await PendingCalls(in: scenario.page, service)
        try scenario.kill()
        try await calls.expectEnd(.processTerminated)
        try await service.wait(for: "the cancellations", timeout: .seconds(1)) { $0.runningCount == 0 }
        #expect(try await isReleased { frame })
        #expect(scenario.page.bridge.documents.all.isEmpty)
    }

    static func stubbornFunctions() async throws {
        let scenario = try await DeathScenario()
        let service = scenario.service
        try await scenario.page.run("for (let index = 0; index < 20; index++) settling.stubborn('a')")
        try await service.wait(for: "the calls") { $0.started.count == 20 }
        weak let document = try await scenario.page.document()
        try scenario.kill()
        try await scenario.waitForDeath()
        #expect(try await isReleased(within: .seconds(1)) { document?.isGone == false ? document : nil })
        #expect(document?.isSettled == true)
        try await scenario.expectWorking()
        service.release()
        try await service.wait(for: "the ends", timeout: .seconds(1)) { $0.runningCount == 0 }
        #expect(service.cancelled.count == 20)
        #expect(try await isReleased { document })
        #expect(try await scenario.page.outcome("return await settling.same(6)") == "value 6")
    }

    static func callsAfterwards() async throws {
        let scenario = try await DeathScenario()
        let functions = scenario.page.functions
        try await scenario.page.run("globalThis.never = () => new Promise(() => {}); settling.limited('a')")
        let waiting = Task {
            await Ending.of { () throws(BridgeError) in
                try await functions.call("never", timeout: .milliseconds(300))
            }
        }
        try await scenario.service.wait(for: "the call") { !$0.started.isEmpty }
        try scenario.kill()
        // The death is not known yet.
        let atOnce = await Ending.of { () throws(BridgeError) in
            try await functions.call("never", timeout: .seconds(10))
        }
        #expect(atOnce == .gone(.processTerminated))
        let ending = await waiting.value
        #expect(ending == .gone(.processTerminated))
        let none = await Ending.of { () throws(BridgeError) in
            try await functions.call("never", timeout: .milliseconds(50))
        }
        #expect(none == .gone(.noDocument))
        try await scenario.service.wait(for: "the cancellation", timeout: .seconds(1)) { $0.cancelled == ["a"] }
        try await scenario.expectWorking()
    }

    static func closedBridge() async throws {
        let scenario = try await DeathScenario()
        let first = try await PendingCalls(in: scenario.page, scenario.service, tag: "first")
        try await scenario.page.page.load(scenario.page.server.url("/next"))
        try await first.expectEnd(.navigated)
        let second = try await PendingCalls(in: scenario.page, scenario.service, tag: "second")
        scenario.page.bridge.close()
        try scenario.kill()
        try await second.expectEnd(.bridgeClosed)
        try await scenario.waitForDeath()
        try await scenario.page.page.load(scenario.page.server.url("/next"))
        #expect(try await scenario.page.run("return typeof settling") as? String == "undefined")
        #expect(scenario.service.runningCount == 0)
    }
}
