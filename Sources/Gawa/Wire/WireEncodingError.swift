/// Why a Swift value cannot be written.
struct WireEncodingError: Error, Equatable, Sendable {
    enum Problem: Error, Equatable, Sendable {
        /// An integer that JavaScript's numbers do not hold, and the type that crosses as a BigInt.
        case integerOutOfRange(value: String, alternative: String)
        /// A date that JavaScript has not, or a decimal that is no number.
        case noCounterpart(value: String)
        /// Arrays and objects nested in more levels than may be.
        case tooDeep(limit: Int)
        /// What the value's own `encode(to:)` threw.
        case failed(reason: String)
        /// An encoder or container used against the rules: a second value in one place, or after its value was
        /// complete.
        case misused
    }

    /// Where the value is, as `items[3].count`; empty at the root.
    var path: String
    let problem: Problem
}

extension WireEncodingError: CustomStringConvertible {
    var description: String {
        let sentence =
            switch problem {
            case .integerOutOfRange(let value, let alternative):
                "\(value) is outside ±(2^53−1); declare it as \(alternative)"
            case .noCounterpart(let value): "\(value) has no counterpart in JavaScript"
            case .tooDeep(let limit): "nested deeper than \(limit) levels"
            case .failed(let reason): reason
            case .misused: "its encode(to:) writes a second value, or after the value was complete"
            }
        return path.isEmpty ? sentence : "\(path): \(sentence)"
    }
}
