import Foundation
import TestProcess
import Testing

/// How programs with web views end, and that nothing of them stays.
@Suite(
    .serialized, .timeLimit(.minutes(10)), .enabled("long: runs with --full") { FullTests.areOn })
struct ProcessExitTests {
    private static let hosts = ["AsyncExit", "SyncExit"]
    private static let loads =
        FullTests.areOn
        ? ["nothing", "call", "message", "task", "load", "request", "loop", "everything"]
        : ["everything", "request", "loop"]
    private static let signals = FullTests.areOn ? [SIGTERM, SIGINT, SIGHUP, SIGKILL] : [SIGTERM, SIGINT]

    private static let troubles = ["CRITICAL", "ERROR **", "assert", "Lost connection", "Fatal", "WARNING"]

    private func check(
        _ process: FixtureProcess, signal: Int32? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(process.lines.first == "ready", sourceLocation: sourceLocation)
        #expect(process.wasSignalled == (signal != nil), sourceLocation: sourceLocation)
        #expect(process.status == signal ?? 0, sourceLocation: sourceLocation)
        #expect(process.timeToEnd < .seconds(3), sourceLocation: sourceLocation)
        // A web process for each of the two views, and the network's.
        #expect(process.helperCount >= 3, sourceLocation: sourceLocation)
        #expect(process.leftOver == [], sourceLocation: sourceLocation)
        for trouble in Self.troubles {
            #expect(!process.errorText.contains(trouble), "\(process.errorText)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: hosts, loads)
    func `BR-133: closing the last window ends the program and its helpers, whatever is pending`(
        host: String, load: String
    ) async throws {
        check(try await FixtureProcess.run(host, ["close", load]))
    }

    @Test(arguments: hosts, loads.filter { $0 != "loop" && $0 != "request" })
    func `BR-133: quitting at the page's call ends the program and its helpers`(host: String, load: String) async throws
    {
        check(try await FixtureProcess.run(host, ["quitInHandler", load]))
    }

    @Test(arguments: hosts, ["quit", "quitDetached", "quitTwice"])
    func `BR-133, BR-134: quitting, once or twice, from anywhere, ends the program and its helpers`(
        host: String, way: String
    ) async throws {
        for load in FullTests.areOn ? Self.loads : ["everything"] {
            check(try await FixtureProcess.run(host, [way, load]))
        }
    }

    @Test(arguments: hosts, ["exit", "exitDetached", "mainReturns"])
    func `BR-133: exit and the end of main end the program and its helpers`(host: String, way: String) async throws {
        for load in FullTests.areOn ? Self.loads : ["loop"] {
            check(try await FixtureProcess.run(host, [way, load]))
        }
    }

    @Test(arguments: hosts, signals)
    func `BR-133: a signal ends the program and its helpers`(host: String, signal: Int32) async throws {
        for load in ["everything", "loop"] {
            check(try await FixtureProcess.run(host, ["signal", load], signal: signal), signal: signal)
        }
    }

    @Test(arguments: [("AsyncExit", "mainReturns"), ("SyncExit", "exitDetached")])
    func `BR-134: a program with views at work never aborts at its end`(host: String, way: String) async throws {
        for _ in 0..<(FullTests.areOn ? 50 : 5) {
            check(try await FixtureProcess.run(host, [way, "everything"]))
        }
    }

    @Test(arguments: hosts)
    func `BR-134: windows can be closed and opened in turn`(host: String) async throws {
        let process = try await FixtureProcess.run(host, ["windowsInTurn", "nothing"], timeLimit: .seconds(60))
        #expect(process.lines == ["ready"] + (1...4).map { "window \($0): 42" })
        #expect(!process.wasSignalled && process.status == 0)
        #expect(process.leftOver == [])
        for trouble in Self.troubles { #expect(!process.errorText.contains(trouble), "\(process.errorText)") }
    }
}
