import ExitSupport
import MainLoop

/// A program with an async main.
@main
struct AsyncExit {
    static func main() async {
        if await ExitScenario.begin() { await MainLoop.run() }
    }
}
