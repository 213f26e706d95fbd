internal import CMainLoop
// Not used by name: CMainLoop calls Foundation's run loop, and this makes the linker find it.
internal import Foundation
internal import Synchronization

/// The loop of the main thread, on which the main actor, Foundation and GLib share their turns.
///
/// Foundation's main run loop owns the main thread, as on Apple platforms, and GLib's default context is its guest. So
/// `@MainActor`, `Task`, `DispatchQueue.main`, `Timer`, `RunLoop.main`, and callbacks of GLib, GTK and WebKit all run on
/// the thread the process began with. An `async` main and a test runner have this from the start, by linking the
/// module; a synchronous main calls ``run()``.
public enum MainLoop {
    // MARK: Running

    /// Runs the main loop until ``quit()`` is called.
    ///
    /// Call it at the end of a synchronous `main`. After ``quit()`` it may be called again. A ``quit()`` that came
    /// before makes it return at once.
    ///
    /// - Precondition: The main loop is not running yet. In an `async` context it always is; there, `await` the
    ///   asynchronous function of the same name.
    @available(*, noasync, message: "The main loop runs already; use await MainLoop.run()")
    @MainActor
    public static func run() {
        precondition(
            !gawa_main_loop_is_running(),
            "MainLoop.run() was called while the main loop runs; return from the callback, or await the async form")
        guard latch.withLock({ $0.beginLoop() }) else { return }
        gawa_main_loop_run()
    }

    /// Waits until ``quit()`` is called, while the main loop serves everything else.
    ///
    /// Call it at the end of an `async` main. It ends when ``quit()`` is called, at once if that came before, or when
    /// the task is cancelled.
    @MainActor
    public static func run() async {
        let ticket = latch.withLock { $0.takeTicket() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = latch.withLock { !$0.wait(ticket, continuation: continuation) }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            latch.withLock { $0.cancel(ticket) }?.resume()
        }
    }

    /// Ends the current ``run()``, or the next one if there is none.
    ///
    /// May be called from any thread, before the loop runs, and any number of times.
    public static func quit() {
        let action = latch.withLock { $0.quit() }
        if action.stopsLoop { gawa_main_loop_stop() }
        for continuation in action.continuations { continuation.resume() }
    }

    // MARK: Serving

    /// Makes whatever runs on the main thread serve GLib's default context. Only the first call does something.
    ///
    /// An `async` main, Swift Testing and ``run()`` have done it already. A host that runs Foundation's loop itself,
    /// as XCTest and `RunLoop.main.run()` do, or GLib's, as `g_application_run` does, needs it.
    @MainActor
    package static func start() {
        gawa_main_loop_start()
    }

    /// Whether the calling thread is the one the process began with.
    package static var isMainThread: Bool { gawa_is_main_thread() }

    private static let latch = Mutex(QuitLatch())
}
