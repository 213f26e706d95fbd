internal import Foundation

/// What this process holds, and the web processes under it, as the kernel counts them.
package struct ProcessCensus {
    /// The open descriptors of this process.
    package let descriptors: Int

    /// The web processes that were started by this one, whatever stands between, and are not reaped.
    package let webProcesses: [Int]

    /// The resident memory of this process, in bytes.
    package let residentBytes: Int

    package init() {
        descriptors = Self.names(in: "/proc/self/fd").count
        webProcesses = Self.descendants(named: "WebKitWebProces")
        residentBytes = Self.residentBytes(of: "self")
    }

    /// The resident memory of a process, in bytes; 0 when it has gone.
    package static func residentBytes(of process: String) -> Int { bytes("VmRSS", of: process) }

    /// The most that was ever resident of this process, in bytes.
    package static func peakResidentBytes() -> Int { bytes("VmHWM", of: "self") }

    private static func bytes(_ field: String, of process: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(field):") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// The kernel cuts names after 15 bytes.
    private static func descendants(named wanted: String) -> [Int] {
        var parents: [Int: Int] = [:]
        var found: [Int] = []
        for process in names(in: "/proc").compactMap({ Int($0) }) {
            // `number (name) state parent …`, and the name may hold anything.
            guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
            else { continue }
            parents[process] = text[close...].split(separator: " ").dropFirst(2).first.flatMap { Int($0) }
            if text[text.index(after: open)..<close] == wanted { found.append(process) }
        }
        let own = Int(ProcessInfo.processInfo.processIdentifier)
        return found.filter { process in
            var ancestor = parents[process]
            while let next = ancestor, next > 1, next != own { ancestor = parents[next] }
            return ancestor == own
        }
    }
}
