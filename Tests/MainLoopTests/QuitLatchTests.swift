import Testing

@testable import MainLoop

struct QuitLatchTests {
    @Test("A request that finds nothing running ends the next run and no other")
    func pendingRequestIsUsedOnce() {
        var latch = QuitLatch()
        let stops = [latch.quit().stopsLoop, latch.quit().stopsLoop]
        #expect(stops == [false, false])
        let begins = [latch.beginLoop(), latch.beginLoop()]
        #expect(begins == [false, true])
    }

    @Test("A request during a run ends it and leaves nothing behind")
    func requestEndsTheRun() {
        var latch = QuitLatch()
        let events = [latch.beginLoop(), latch.quit().stopsLoop, latch.beginLoop()]
        #expect(events == [true, true, true])
    }

    @Test("An asynchronous run that was ended before it waits is resumed by its caller and uses up the request")
    func requestBetweenTicketAndWait() async {
        var latch = QuitLatch()
        let ticket = latch.takeTicket()
        let resumed = latch.quit().continuations.count
        #expect(resumed == 0)
        await withCheckedContinuation { continuation in
            let hasToWait = latch.wait(ticket, continuation: continuation)
            #expect(!hasToWait)
            if !hasToWait { continuation.resume() }
        }
        let canBegin = latch.beginLoop()
        #expect(canBegin)
    }

    @Test("A cancelled run is over, and a later request is kept for the next")
    func cancellation() {
        var latch = QuitLatch()
        let ticket = latch.takeTicket()
        let continuation = latch.cancel(ticket)
        #expect(continuation == nil)
        _ = latch.quit()
        let canBegin = latch.beginLoop()
        #expect(!canBegin)
    }
}
