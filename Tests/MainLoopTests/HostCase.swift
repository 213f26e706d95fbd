import Testing

/// A host executable and who runs its loop.
enum HostCase: String, CaseIterable, CustomTestStringConvertible {
    case asyncMain = "AsyncMainHost"
    /// A synchronous main that calls `MainLoop.run()`.
    case mainLoop = "MainLoop"
    /// A synchronous main that calls `RunLoop.main.run()`.
    case runLoop = "RunLoop"
    /// A synchronous main that calls `g_main_loop_run`.
    case gLib = "GLib"

    var testDescription: String { rawValue }

    func run(_ action: String) async throws -> HostProcess {
        switch self {
        case .asyncMain: try await HostProcess.run("AsyncMainHost", [action])
        case .mainLoop, .runLoop, .gLib: try await HostProcess.run("SyncMainHost", [rawValue, action])
        }
    }
}
