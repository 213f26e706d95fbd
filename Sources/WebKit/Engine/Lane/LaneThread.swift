internal import CLane

/// Starts the threads of lanes.
///
/// Not by Foundation's `Thread`, which says nothing when the system has none left.
package enum LaneThread {
    private final class Work {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs a function on a thread of its own.
    ///
    /// - Returns: Whether there is such a thread; the function is not called otherwise.
    package static func start(stackByteCount: Int, _ run: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackByteCount)
        let work = Unmanaged.passRetained(Work(run))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, &attributes,
            { pointer in
                guard let pointer else { return nil }
                gawa_lane_name_thread("Gawa lane")
                Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, work.toOpaque())
        if result != 0 { work.release() }
        return result == 0
    }
}
