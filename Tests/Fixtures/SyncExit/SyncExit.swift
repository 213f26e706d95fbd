import ExitSupport
import MainLoop

/// A program with a synchronous main.
@main
struct SyncExit {
    @MainActor static func main() {
        Task {
            if await !ExitScenario.begin() { MainLoop.quit() }
        }
        MainLoop.run()
    }
}
