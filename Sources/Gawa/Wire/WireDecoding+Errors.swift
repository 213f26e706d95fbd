extension WireDecoding {
    // MARK: Paths

    private func step(_ step: Step) -> WireStep {
        step.rawValue >= 0 ? .index(step.rawValue) : .key(tape.string(at: ~step.rawValue))
    }

    /// The path to the value that is being decoded.
    var codingPath: [any CodingKey] { wireSteps.map(\.codingKey) }

    var wireSteps: [WireStep] { base + steps.map { step($0) } }

    private func path(_ steps: [Step], then last: WireStep? = nil) -> WirePath {
        var path = root.path
        for step in base { path.append(step) }
        for step in steps { path.append(self.step(step)) }
        if let last { path.append(last) }
        return path
    }

    // MARK: Errors

    /// The error for a value of another kind.
    func mismatch(_ type: Any.Type, _ expected: String, at index: Int, step: Step?) -> DecodingError {
        let error = WireDecodingError(
            path: path(steps, then: step.map { self.step($0) }).text, expected: expected,
            found: tape.words(at: index), reason: .typeMismatch)
        let context = context(error, step: step.map { self.step($0) })
        // What a type's own decoding expects to catch.
        switch tape.entries[index].kind {
        case .absent, .undefined, .null: return .valueNotFound(type, context)
        default: return .typeMismatch(type, context)
        }
    }

    /// The error for a value of the right kind that is not possible.
    func corrupted(_ expected: String, at index: Int, step: Step?) -> DecodingError {
        let error = WireDecodingError(
            path: path(steps, then: step.map { self.step($0) }).text, expected: expected,
            found: tape.words(at: index), reason: .dataCorrupted)
        return .dataCorrupted(context(error, step: step.map { self.step($0) }))
    }

    func missing(_ key: any CodingKey) -> DecodingError {
        let error = WireDecodingError(
            path: path(steps, then: .key(key.stringValue)).text, expected: "a value", found: "nothing",
            reason: .keyNotFound)
        return .keyNotFound(key, context(error, step: nil))
    }

    /// The error for an element after the last.
    func missingElement(_ type: Any.Type, _ index: Int) -> DecodingError {
        let error = WireDecodingError(
            path: path(steps, then: .index(index)).text, expected: "a value", found: "nothing", reason: .keyNotFound)
        return .valueNotFound(type, context(error, step: .index(index)))
    }

    private func context(_ error: WireDecodingError, step: WireStep?) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: codingPath + (step.map { [$0.codingKey] } ?? []), debugDescription: error.description,
            underlyingError: error)
    }

    /// Makes one kind of error of all.
    func error(of error: any Error, rootIndex: Int) -> WireDecodingError {
        let (steps, index) = origin.map { ($0.steps, $0.index) } ?? ([], rootIndex)
        guard let error = error as? DecodingError else {
            return WireDecodingError(
                path: path(steps).text, expected: "a value that its type accepts (\(error))",
                found: tape.words(at: index), reason: .dataCorrupted)
        }
        if let known = error.context.underlyingError as? WireDecodingError { return known }
        var location = path(steps)
        // A type may say that the trouble is at one of its keys.
        let codingPath = error.context.codingPath.dropFirst(base.count + steps.count)
        for key in codingPath { location.append(key.intValue.map(WireStep.index) ?? .key(key.stringValue)) }
        let found = codingPath.isEmpty ? tape.words(at: index) : "another value"
        switch error {
        case .keyNotFound(let key, _):
            location.append(key: key.stringValue)
            return WireDecodingError(
                path: location.text, expected: "a value", found: "nothing", reason: .keyNotFound)
        case .typeMismatch(let type, _), .valueNotFound(let type, _):
            return WireDecodingError(
                path: location.text, expected: "a value for \(type)", found: found, reason: .typeMismatch)
        default:
            return WireDecodingError(
                path: location.text, expected: "a value that its type accepts (\(error.context.debugDescription))",
                found: found, reason: .dataCorrupted)
        }
    }
}

extension DecodingError {
    fileprivate var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: String(describing: self))
        }
    }
}
