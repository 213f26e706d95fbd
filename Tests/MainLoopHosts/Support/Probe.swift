import Dispatch
import Foundation
import FoundationNetworking

/// One way to get work to the main thread.
public struct Probe: Sendable {
    /// Says that the work has arrived.
    public typealias Signal = @Sendable () -> Void

    public let name: String
    /// Hands the signal over to the main thread.
    public let schedule: @Sendable (@escaping Signal) -> Void
}

extension Probe {
    /// All ways that the case BR-129 names, those of GLib, and those built on them.
    public static let all: [Probe] = [
        Probe(name: "DispatchQueue.main") { signal in DispatchQueue.main.async(execute: signal) },
        Probe(name: "DispatchQueue.main after") { signal in
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(5), execute: signal)
        },
        Probe(name: "OperationQueue.main") { signal in OperationQueue.main.addOperation(signal) },
        Probe(name: "Task on the main actor") { signal in Task { @MainActor in signal() } },
        Probe(name: "MainActor.run from a detached task") { signal in
            Task.detached { await MainActor.run { signal() } }
        },
        Probe(name: "Task.sleep on the main actor") { signal in
            Task { @MainActor in
                try? await Task.sleep(for: .milliseconds(5))
                signal()
            }
        },
        Probe(name: "Timer") { signal in
            // Not `Timer(timeInterval:…)`, which fires at once with this Foundation.
            let date = Date(timeIntervalSinceNow: 0.005)
            RunLoop.main.add(Timer(fire: date, interval: 0, repeats: false) { _ in signal() }, forMode: .common)
        },
        Probe(name: "RunLoop.main.perform") { signal in RunLoop.main.perform { signal() } },
        Probe(name: "URLSession on the main queue") { signal in
            guard let url = URL(string: "data:text/plain,hello") else { return }
            let session = URLSession(configuration: .ephemeral, delegate: nil, delegateQueue: .main)
            session.dataTask(with: url) { _, _, _ in signal() }.resume()
            session.finishTasksAndInvalidate()
        },
        Probe(name: "GLib idle") { signal in callFromGLib(after: nil, signal) },
        Probe(name: "GLib timeout") { signal in callFromGLib(after: 5, signal) },
        Probe(name: "GLib descriptor") { signal in callWhenWritten(signal) },
    ]
}

/// Calls a closure from a GLib source that watches a pipe, which is written to a moment after.
private func callWhenWritten(_ signal: @escaping Probe.Signal) {
    let pipe = Pipe()
    _ = callFromGLib(whenReadable: pipe.fileHandleForReading.fileDescriptor) {
        // Also holds the pipe until the source is gone.
        _ = pipe.fileHandleForReading.availableData
        signal()
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
        try? pipe.fileHandleForWriting.write(contentsOf: Data("x".utf8))
    }
}
