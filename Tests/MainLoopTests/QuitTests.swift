import Testing

/// When a run of the main loop ends.
@Suite(.timeLimit(.minutes(1)))
struct QuitTests {
    @Test(
        "BR-134: run returns once after quit",
        arguments: ["quit on the main actor", "quit twice from a detached task", "quit from a GLib callback"])
    func quitEndsTheRun(action: String) async throws {
        let process = try await HostProcess.run("SyncMainHost", ["MainLoop", action])
        #expect(process.lines == ["run returned", "exit on the main thread"])
        #expect(process.errorText.isEmpty)
        #expect(process.status == 0)
    }

    @Test("BR-134: quit before run ends the next run only")
    func quitBeforeRun() async throws {
        let process = try await HostProcess.run("SyncMainHost", ["MainLoop after quit", "quit on the main actor"])
        #expect(process.lines == ["quit before run", "run returned", "exit on the main thread"])
        #expect(process.errorText.isEmpty)
        #expect(process.status == 0)
    }

    @Test("BR-134: quit inside a nested run of Foundation's loop ends the outer one afterwards")
    func quitInNestedRun() async throws {
        let process = try await HostProcess.run("SyncMainHost", ["MainLoop", "quit in a nested run"])
        #expect(process.lines == ["nested run ended", "run returned", "exit on the main thread"])
        #expect(process.status == 0)
    }

    @Test("BR-134: an asynchronous run ends by quit before it, by quit from a detached task, and by cancellation")
    func asynchronousRun() async throws {
        let process = try await HostProcess.run("AsyncMainHost", ["quit"])
        #expect(
            process.lines == [
                "quit before run", "quit from a detached task", "cancelled", "exit on the main thread",
            ])
        #expect(process.status == 0)
    }

    @Test("A synchronous run inside a running loop stops with a sentence that says what to do")
    func runInsideARunningLoop() async throws {
        let process = try await HostProcess.run("AsyncMainHost", ["nested"])
        #expect(process.reason == .uncaughtSignal)
        #expect(process.errorText.contains("await the async form"))
    }
}
