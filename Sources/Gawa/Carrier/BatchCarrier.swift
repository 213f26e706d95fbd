/// Takes the app's batches to one document.
@MainActor
protocol BatchCarrier: AnyObject {
    /// Whether batches are counted, because one may come before another that was sent first.
    var countsBatches: Bool { get }

    func send(_ batch: WireWriter)

    /// Told how many calls of the page wait, whenever that changes.
    func note(waitingCount: Int)

    func close()
}
