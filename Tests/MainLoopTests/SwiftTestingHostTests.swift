import MainLoop
import MainLoopHostSupport
import Testing

/// What a test of Swift Testing sees: this process is the host.
@Suite(.timeLimit(.minutes(3)))
struct SwiftTestingHostTests {
    @MainActor @Test("BR-128: a main-actor test of Swift Testing runs on the main thread, also after a suspension")
    func mainActorIsTheMainThread() async {
        #expect(MainLoop.isMainThread)
        await Task.detached { #expect(!MainLoop.isMainThread) }.value
        #expect(MainLoop.isMainThread)
    }

    @Test("BR-129, BR-128: all work for the main thread arrives there in Swift Testing", arguments: Origin.allCases)
    func workArrives(origin: Origin) async {
        for probe in Probe.all {
            let result = await probe.run(from: origin)
            #expect(result.isOnMainThread, "\(result.name)")
        }
    }

    @Test("BR-128: 16 detached tasks at once reach the main thread, each 1,000 times")
    func manyTasksAtOnce() async {
        let counter = Counter()
        await withTaskGroup { group in
            for _ in 0..<16 {
                group.addTask { for _ in 0..<1000 { await counter.count() } }
            }
        }
        #expect(await counter.value == 16_000)
        #expect(await counter.isAlwaysOnMainThread)
    }
}

@MainActor private final class Counter {
    var value = 0
    var isAlwaysOnMainThread = true

    func count() {
        value += 1
        if !MainLoop.isMainThread { isAlwaysOnMainThread = false }
    }
}
