/// The evaluations of a view that have not ended; each ends once.
@MainActor
final class PendingCalls {
    typealias Completion = @MainActor (Result<Any?, any Error>) -> Void

    private var completions: [UInt64: Completion] = [:]
    private var lastNumber: UInt64 = 0

    var count: Int { completions.count }

    func add(_ completion: @escaping Completion) -> UInt64 {
        lastNumber += 1
        completions[lastNumber] = completion
        return lastNumber
    }

    func isPending(_ number: UInt64) -> Bool { completions[number] != nil }

    /// Ends a call; one that has ended already stays as it ended.
    func settle(_ number: UInt64, _ result: Result<Any?, any Error>) {
        completions.removeValue(forKey: number)?(result)
    }

    func failAll(_ error: any Error) {
        let all = completions.sorted { $0.key < $1.key }
        completions.removeAll()
        for (_, completion) in all { completion(.failure(error)) }
    }
}
