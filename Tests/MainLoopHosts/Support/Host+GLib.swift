import CGLib
import Foundation
import MainLoop
import Synchronization

extension Host {
    /// Runs a GLib loop inside a GLib callback, ends it from the main queue, and prints that it ended.
    static func nestInCallback() async {
        await withCheckedContinuation { continuation in
            callFromGLib(after: nil) {
                runGLibLoop { loop in
                    DispatchQueue.main.async { g_main_loop_quit(loop.pointer) }
                }
                say("nested loop ended")
                continuation.resume()
            }
        }
    }

    /// Runs a GLib loop inside a job of the main actor, with another job waiting, ends it by a GLib timeout, and prints
    /// the share of a processor it used, in percent, and whether the waiting job ran after it.
    @MainActor static func nestInJob() async {
        let before = processorTime()
        var hasEnded = false
        let waiting = Task { @MainActor in hasEnded }
        runGLibLoop { loop in
            callFromGLib(after: 1000) { g_main_loop_quit(loop.pointer) }
        }
        hasEnded = true
        say("\((processorTime() - before) * 100)")
        say("\(await waiting.value)")
    }

    /// Closes a watched descriptor and watches a new one of the same number, in one turn of the loop, again and again.
    static func reuseDescriptors() async {
        for round in 0..<100 {
            let (arrivals, arrival) = AsyncStream<Void>.makeStream()
            let writer = await watchReusedDescriptor { arrival.finish() }
            // Lets the loop go to sleep first.
            try? await Task.sleep(for: .milliseconds(1))
            write(writer, "x", 1)
            for await _ in arrivals {}
            close(writer)
            if round == 99 { say("all arrived") }
        }
    }

    /// Writes a hundred bytes to a watched descriptor, reads one in each callback, and prints that all came.
    static func drip() async {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        let (reader, writer) = (ends[0], ends[1])
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let left = Mutex(100)
        let tag = callFromGLib(whenReadable: reader) {
            var byte: UInt8 = 0
            read(reader, &byte, 1)
            // Says nothing before the end: another event on the main thread would hide a missed one.
            if left.withLock({
                $0 -= 1; return $0 == 0
            }) {
                arrival.finish()
            }
        }
        write(writer, [UInt8](repeating: 0, count: 100), 100)
        for await _ in arrivals {}
        g_source_remove(tag)
        say("all arrived")
    }

    /// Keeps a GLib source always ready and prints how often the main queue, a timer and the source
    /// had their turn within a second.
    static func crowd() async {
        let counts = Mutex((0, 0, 0))
        let tag = callFromGLib(whenReadable: endOfFile()) { counts.withLock { $0.2 += 1 } }
        let timer = Timer(timeInterval: 0.01, repeats: true) { _ in counts.withLock { $0.1 += 1 } }
        RunLoop.main.add(timer, forMode: .common)
        let end = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < end { await MainActor.run { counts.withLock { $0.0 += 1 } } }
        g_source_remove(tag)
        counts.withLock { say("\($0.0)\n\($0.1)\n\($0.2)") }
    }

    /// Returns a descriptor that is always readable.
    private static func endOfFile() -> Int32 {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        close(ends[1])
        return ends[0]
    }

    @MainActor private static var watched: (tag: UInt32, reader: Int32)?

    /// Returns the descriptor to write to.
    @MainActor private static func watchReusedDescriptor(_ signal: @escaping Probe.Signal) -> Int32 {
        if let watched {
            g_source_remove(watched.tag)
            close(watched.reader)
        }
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        let (reader, writer) = (ends[0], ends[1])
        let tag = callFromGLib(whenReadable: reader) {
            var byte: UInt8 = 0
            read(reader, &byte, 1)
            signal()
        }
        watched = (tag, reader)
        return writer
    }

    private static func runGLibLoop(_ prepare: (Loop) -> Void) {
        let loop = Loop()
        prepare(loop)
        g_main_loop_run(loop.pointer)
    }
}

// Sendable because GLib allows g_main_loop_quit on any thread, and the reference is never released.
private struct Loop: @unchecked Sendable {
    let pointer = g_main_loop_new(nil, 0)
}
