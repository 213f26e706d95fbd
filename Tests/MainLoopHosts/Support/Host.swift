import Foundation
import MainLoop

/// What a host executable can be asked to do. The rest of its behaviour is its own `main`.
public enum Host {
    /// Runs every probe from every origin and prints the results.
    static func probe() async {
        for origin in Origin.allCases {
            for probe in Probe.all { say(await probe.run(from: origin).line) }
        }
    }

    /// Prints the seconds that 10,000 hops of a detached task to the main actor and back take.
    static func hop() async {
        let seconds = await Task.detached {
            let begin = ContinuousClock.now
            for _ in 0..<10_000 { await MainActor.run {} }
            return (ContinuousClock.now - begin) / .seconds(1)
        }.value
        say("\(seconds)")
    }

    /// Does nothing for two seconds and prints the share of a processor it used, in percent.
    static func idle() async {
        let before = processorTime()
        try? await Task.sleep(for: .seconds(2))
        say("\((processorTime() - before) / 2 * 100)")
    }

    /// Does what several hosts have in common. Returns false if the name means something else.
    public static func perform(_ name: String?) async -> Bool {
        switch name {
        case "probe": await probe()
        case "hop": await hop()
        case "idle": await idle()
        case "exit":
            // Before the loop runs, an exit takes place where it is called.
            try? await Task.sleep(for: .milliseconds(10))
            await Task.detached { () -> Void in Foundation.exit(7) }.value
        case "nest in a callback": await nestInCallback()
        case "nest in a job": await nestInJob()
        case "crowd": await crowd()
        case "drip": await drip()
        case "reuse descriptors": await reuseDescriptors()
        default: return false
        }
        return true
    }

    /// Prints, while the process exits, which thread runs the exit handlers.
    public static func reportExit() {
        atexit { Host.say(MainLoop.isMainThread ? "exit on the main thread" : "exit on another thread") }
    }

    /// Prints a line at once.
    public static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    /// The processor time that the process has used so far, in seconds.
    public static func processorTime() -> Double {
        Double(clock()) / Double(CLOCKS_PER_SEC)
    }
}
