package import Foundation

/// The web processes that this process has started, as the system lists them.
package enum WebProcesses {
    /// Their ids. In a sandbox they are grandchildren.
    package static func running() -> Set<pid_t> {
        var parents: [pid_t: pid_t] = [:]
        var found: Set<pid_t> = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            // `pid (name) state parent …`; the name may hold anything.
            guard let pid = pid_t(name), let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
            else { continue }
            let fields = text[text.index(after: close)...].split(separator: " ")
            guard fields.count > 1, fields[0] != "Z", let parent = pid_t(fields[1]) else { continue }
            parents[pid] = parent
            if text[open...].hasPrefix("(WebKitWebProces") { found.insert(pid) }
        }
        return found.filter { pid in
            var ancestor = parents[pid]
            while let current = ancestor, current > 1 {
                if current == getpid() { return true }
                ancestor = parents[current]
            }
            return false
        }
    }

    /// Ends some as a crash would.
    package static func kill(_ pids: Set<pid_t>) {
        for pid in pids { _ = Foundation.kill(pid, SIGKILL) }
    }
}
