import Foundation
import Testing

/// All that concerns lanes. One test at a time: they count the threads and the descriptors of the process.
@Suite(.serialized)
enum Lanes {
    /// The threads of this process that are a lane's.
    static var threadCount: Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.count { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "Gawa lane\n"
        }
    }

    static var descriptorCount: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
    }

    /// The memory files of lanes that this process has open.
    static var memoryFileCount: Int {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return all.count { number in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            return target?.hasPrefix("/memfd:lane") ?? false
        }
    }

    /// Waits until a condition that no event tells of holds; looked at again every 5 ms.
    static func becomes(
        within limit: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation, _ isMet: () -> Bool
    ) async throws -> Bool {
        let end = ContinuousClock.now + limit
        while !isMet() {
            guard ContinuousClock.now < end else { return false }
            try await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}
