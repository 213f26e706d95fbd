/// One who hears the events that a page dispatches.
@MainActor
protocol PageEventListening: AnyObject {
    /// - Parameter detail: What came with it; nil is `undefined`.
    func receive(_ detail: WireNode?)
    func end()
}
