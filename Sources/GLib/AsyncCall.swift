package import CGLib

/// Starts an asynchronous GIO call and hands its result to a closure, once, on the main thread.
///
/// One trampoline serves every call: the wrapper supplies the start, which gets the callback and its user data, and
/// the completion, which calls the matching `…_finish` function.
@MainActor
package func asyncCall(
    start: (GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
    completion: @escaping @MainActor (OpaquePointer) -> Void
) {
    let box = Unmanaged.passRetained(CompletionBox(completion)).toOpaque()
    start(
        { _, result, data in
            guard let data, let result else { return }
            nonisolated(unsafe) let call = (data, result)
            // GIO calls back on the thread-default context of the caller: the main thread's.
            MainActor.assumeIsolated {
                let box = Unmanaged<CompletionBox>.fromOpaque(call.0).takeRetainedValue()
                box.completion(call.1)
            }
        }, box)
}

private final class CompletionBox {
    let completion: @MainActor (OpaquePointer) -> Void

    init(_ completion: @escaping @MainActor (OpaquePointer) -> Void) {
        self.completion = completion
    }
}
