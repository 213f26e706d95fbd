internal import CWebKitGTK
internal import MainLoop

/// The start of the engine, once in a process.
@MainActor
enum Engine {
    private static var outcome: Result<Void, EngineStartError>?

    /// Starts GTK and the main loop, or does nothing when they run.
    static func start() throws(EngineStartError) {
        if let outcome { return try outcome.get() }
        let outcome = Result { () throws(EngineStartError) in try startOnce() }
        self.outcome = outcome
        try outcome.get()
    }

    /// Starts the engine, or ends the program with a sentence that names the cure.
    ///
    /// For Apple's initialisers, which cannot throw.
    static func startOrExit() {
        do {
            try start()
        } catch {
            Log.write("\(error)")
            exit(1)
        }
    }

    private static func startOnce() throws(EngineStartError) {
        MainLoop.start()
        if gtk_is_initialized() == 0 {
            useSoftwareBuffersWithoutGPU()
            // GTK would switch to the user's locale whole, and with it C's numbers to a decimal comma.
            gtk_disable_setlocale()
            setlocale(LC_ALL, "")
            setlocale(LC_NUMERIC, "C")
            if gtk_init_check() == 0 {
                throw .noDisplay(display: ProcessInfo.processInfo.environment["DISPLAY"])
            }
        }
    }

    /// Keeps the engine from its GPU buffers where there is no GPU: it would show an empty window.
    ///
    /// A value that the user has set stays.
    private static func useSoftwareBuffersWithoutGPU() {
        let devices = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/dri")) ?? []
        guard !devices.contains(where: { $0.hasPrefix("renderD") }) else { return }
        setenv("WEBKIT_DISABLE_DMABUF_RENDERER", "1", 0)
    }
}
