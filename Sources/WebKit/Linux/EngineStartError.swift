/// Why the engine could not start.
public enum EngineStartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No display server could be reached; `display` is the value of `DISPLAY`, if it was set.
    case noDisplay(display: String?)

    /// A sentence that names the cure.
    public var description: String {
        switch self {
        case .noDisplay(nil):
            """
            No display: neither DISPLAY nor WAYLAND_DISPLAY names one. Start the program in a desktop session, or \
            without one under a virtual display: xvfb-run -a <program> (Debian package xvfb).
            """
        case .noDisplay(let display?):
            """
            No display: nothing answers at DISPLAY=\(display). Check that the X server runs and lets you in, or use a \
            virtual display: xvfb-run -a <program> (Debian package xvfb).
            """
        }
    }
}
