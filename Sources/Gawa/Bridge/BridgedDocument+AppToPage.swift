import GawaWebKit

/// Calls into the page.
extension BridgedDocument {
    /// Calls a function of the page and waits for its end.
    ///
    /// - Parameter arguments: The text of an array.
    func call(
        _ function: PageFunction, arguments: WireWriter, timeout: Duration
    ) async throws(BridgeError) -> PageAnswer {
        if Task.isCancelled { throw .cancelled }
        let id: Int
        switch table.handle(.asked).first {
        case .ask(let number): id = number
        default: throw .pageGone(endReason)
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting[id] = { continuation.resume(returning: $0) }
                pageTimeLimits[id] = timeout
                clock.add(.toPage(id), after: timeout)
                send { writer in
                    writer.append(raw: arguments.hasTags ? "[\"C\"," : "[\"c\",")
                    writer.append(integer: id)
                    writer.append(raw: ",")
                    function.write(into: &writer)
                    writer.append(raw: ",")
                    writer.append(arguments)
                    writer.append(raw: "]")
                }
            }
        } onCancel: {
            Task { @MainActor in self.carry(out: self.table.handle(.cancelled(id))) }
        }
        return try result.get()
    }
}
