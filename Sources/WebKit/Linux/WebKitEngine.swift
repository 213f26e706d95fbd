/// The start of the engine, for programs that want an error instead of an exit.
@MainActor
public enum WebKitEngine {
    /// Starts GTK and the engine; the first view does it too. Doing it again does nothing.
    ///
    /// - Throws: ``EngineStartError/noDisplay(display:)`` when no display server can be reached.
    public static func start() throws(EngineStartError) {
        try Engine.start()
    }
}
