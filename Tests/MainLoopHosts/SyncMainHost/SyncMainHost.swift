import CGLib
import Foundation
import MainLoop
import MainLoopHostSupport

/// A program with a synchronous main. The first argument says who runs the loop, the second what to do in it.
@main
struct SyncMainHost {
    @MainActor static func main() {
        Host.reportExit()
        let arguments = CommandLine.arguments.dropFirst()
        Task { await act(arguments.last) }
        switch arguments.first {
        case "MainLoop": MainLoop.run()
        case "MainLoop after quit":
            MainLoop.quit()
            MainLoop.quit()
            MainLoop.run()
            Host.say("quit before run")
            MainLoop.run()
        case "RunLoop":
            MainLoop.start()
            RunLoop.main.run()
        case "GLib":
            MainLoop.start()
            g_main_loop_run(g_main_loop_new(nil, 0))
        default: exit(64)
        }
        Host.say("run returned")
    }

    private static func act(_ name: String?) async {
        let isDone = await Host.perform(name)
        switch name {
        case "quit on the main actor": await MainActor.run { MainLoop.quit() }
        case "quit twice from a detached task":
            await Task.detached {
                MainLoop.quit()
                MainLoop.quit()
            }.value
            return
        case "quit from a GLib callback":
            Origin.gLibCallback.perform { MainLoop.quit() }
            return
        case "quit in a nested run": await quitInNestedRun()
        case "signal":
            Host.say("ready")
            return
        default: if !isDone && name != "nothing" { exit(64) }
        }
        if CommandLine.arguments.dropFirst().first?.hasPrefix("MainLoop") == true {
            MainLoop.quit()
        } else {
            exit(0)
        }
    }

    @MainActor private static func quitInNestedRun() {
        MainLoop.quit()
        let before = Host.processorTime()
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.5))
        // A request that stopped the nested run would stop it again and again.
        Host.say(Host.processorTime() - before < 0.1 ? "nested run ended" : "nested run did not sleep")
    }
}
