/// Takes the app's batches to one document.
@MainActor
protocol BatchCarrier: AnyObject {
    /// Whether batches are counted, because one may come before another that was sent first.
    var countsBatches: Bool { get }

    /// Whether the next batch had better wait and grow, until the carrier asks for it or a message comes.
    var isBusy: Bool { get }

    /// From how many bytes on a batch goes at once, so that the page takes it while the app goes on.
    var greatBatchByteCount: Int { get }

    func send(_ batch: WireWriter)

    /// Lets none of the functions that the carrier itself runs begin any more: the bridge was closed, and its end is near.
    func refuseCalls()

    /// Told how many calls of the page wait, whenever that changes.
    func note(waitingCount: Int)

    /// Whether nothing is on its way that the document sent before it went.
    var isDrained: Bool { get }

    /// Calls a closure when nothing is on its way any more, or when that has been waited for long enough.
    func whenDrained(_ body: @escaping () -> Void)

    func close()
}

extension BatchCarrier {
    /// It runs none.
    func refuseCalls() {}

    /// The engine tells of a document's end after its messages.
    var isDrained: Bool { true }

    func whenDrained(_ body: @escaping () -> Void) { body() }

    /// It takes each at once.
    var isBusy: Bool { false }

    /// Each has its price, however long it is.
    var greatBatchByteCount: Int { .max }
}
