/// Finds out the form of one type by running its `init(from:)`.
struct Probe {
    /// What was found.
    struct Result {
        var schema: TypeSchema
        /// A value of the type, if one could be made.
        var value: Any?
    }

    let session: ProbeSession
    let name: TypeSchema.TypeName

    /// Believes a type that describes itself, and looks for a value of it.
    func describe<T: BridgeDescribable>(_ type: T.Type) -> Result {
        let schema = type.bridgeSchema
        if let example = type.bridgeExample { return Result(schema: schema, value: example) }
        guard let decodable = type as? any Decodable.Type else { return Result(schema: schema) }
        return Result(schema: schema, value: firstValue(of: decodable, ProbeProfile.attempts(for: schema)))
    }

    /// Lists the raw values of an enum, if it is one that is coded as its raw value.
    func list<T: CaseIterable & RawRepresentable & Decodable>(_ type: T.Type) -> Result? {
        let values = type.allCases.compactMap { rawValue($0.rawValue) }
        guard let first = type.allCases.first, values.count == type.allCases.count else { return nil }
        // It may have an `init(from:)` of its own that reads something else.
        let shape = ProbeShape()
        _ = try? type.init(from: ProbingDecoder(session: session, profile: ProbeProfile(), shape: shape))
        guard shape.forms == [TypeSchema.primitive(T.RawValue.self)] else { return nil }
        return Result(schema: .enumeration(name, values), value: first)
    }

    /// Decodes a type from made-up values.
    func decode<T: Decodable>(_ type: T.Type) -> Result {
        var result: (schema: TypeSchema, value: T)?
        var failure: (error: any Error, shape: ProbeShape)?
        func attempt(_ profile: ProbeProfile) {
            let shape = ProbeShape()
            do {
                let value = try type.init(from: ProbingDecoder(session: session, profile: profile, shape: shape))
                findOtherForms(of: type, profile, shape)
                let schema = shape.schema(name)
                result = (result.map { $0.schema.merged(with: schema) } ?? schema, result?.value ?? value)
            } catch {
                failure = failure ?? (error, shape)
            }
        }
        ProbeProfile.first.forEach(attempt)
        for profile in ProbeProfile.further where result == nil { attempt(profile) }
        if let result { return Result(schema: result.schema, value: result.value) }
        guard let failure else { return Result(schema: .unknown(reason: "\(name.swiftName) has no form")) }
        // One value was read, then refused for what it is: the form is known, though no value.
        if failure.shape.isOnePrimitive, let form = failure.shape.forms.first { return Result(schema: form) }
        return Result(schema: .unknown(reason: reason(for: failure)))
    }

    // MARK: Parts

    private func firstValue<T: Decodable>(of type: T.Type, _ profiles: [ProbeProfile]) -> T? {
        profiles.lazy.compactMap { profile in
            try? type.init(from: ProbingDecoder(session: session, profile: profile, shape: ProbeShape()))
        }.first
    }

    /// Refuses what a type reads first, to see what it takes instead: the mark of a type of several forms.
    private func findOtherForms<T: Decodable>(of type: T.Type, _ profile: ProbeProfile, _ shape: ProbeShape) {
        guard shape.isSingleValue else { return }
        var refusals = 1
        while refusals < 32 {
            let other = ProbeShape()
            other.remainingRefusals = refusals
            _ = try? type.init(from: ProbingDecoder(session: session, profile: profile, shape: other))
            guard other.attempts > refusals || other.isObjectOrList else { return }
            shape.take(formsOf: other)
            if other.attempts <= refusals { return }
            refusals += 1
        }
    }

    private func rawValue(_ value: Any) -> TypeSchema.RawValue? {
        switch value {
        case let text as String: .string(text)
        case let number as Int64: .bigint(String(number))
        case let number as UInt64: .bigint(String(number))
        case let number as Double: .number(number)
        case let number as Float: .number(Double(number))
        case let number as any FixedWidthInteger: Double(exactly: Int64(clamping: number)).map { .number($0) }
        default: nil
        }
    }

    private func reason(for failure: (error: any Error, shape: ProbeShape)) -> String {
        if failure.shape.asksForAllKeys {
            return "\(name.swiftName) decides by the keys that it finds, as an enum with associated values does: "
                + "make it BridgeDescribable"
        }
        if case ProbeError.pageReference = failure.error {
            return "\(name.swiftName) has a part that is not allowed: \(ProbeError.pageReference)"
        }
        let why =
            switch failure.error {
            case let error as ProbeError: error.description
            case DecodingError.dataCorrupted(let context): context.debugDescription
            case DecodingError.typeMismatch(_, let context): context.debugDescription
            default: "\(failure.error)"
            }
        return "\(name.swiftName) could not be decoded from made-up values (\(why)): make it BridgeDescribable, "
            + "or give the type that refuses a bridgeExample"
    }
}
