import Foundation
import MainLoop
import MainLoopHostSupport

/// A program with an async main.
@main
struct AsyncMainHost {
    static func main() async {
        Host.reportExit()
        let action = CommandLine.arguments.last
        if await Host.perform(action) { return }
        switch action {
        case "return": break
        case "exit while blocked":
            // The part of an async main before its first suspension runs ahead of the loop.
            await Task.yield()
            exitWhileBlocked()
        case "quit": await quit()
        case "nested":
            await Task.yield()
            nested()
        case "signal":
            Host.say("ready")
            await MainLoop.run()
        default: exit(64)
        }
    }

    private static func quit() async {
        MainLoop.quit()
        MainLoop.quit()
        await MainLoop.run()
        Host.say("quit before run")
        let quitting = Task.detached {
            MainLoop.quit()
            MainLoop.quit()
        }
        await MainLoop.run()
        Host.say("quit from a detached task")
        // The second request may have come after the run it was meant for. This uses it up.
        await quitting.value
        MainLoop.quit()
        await MainLoop.run()
        let run = Task { await MainLoop.run() }
        run.cancel()
        await run.value
        Host.say("cancelled")
    }

    @MainActor private static func exitWhileBlocked() {
        Task.detached { exit(7) }
        Thread.sleep(forTimeInterval: 60)
    }

    @MainActor private static func nested() {
        MainLoop.run()
    }
}
