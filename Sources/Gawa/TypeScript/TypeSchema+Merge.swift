extension TypeSchema {
    /// The schema of a type that showed this form in one attempt and another in the next.
    func merged(with other: TypeSchema) -> TypeSchema {
        switch (self, other) {
        case (.object(let name, let mine), .object(_, let theirs)): .object(name, Self.merge(mine, theirs))
        case (.optional(let mine), .optional(let theirs)): .optional(mine.merged(with: theirs))
        case (.array(let mine), .array(let theirs)): .array(mine.merged(with: theirs))
        // A reference to what the first attempt defined; or, for a type that itself behaves differently, its first form.
        default: self
        }
    }

    /// Members that only one attempt found depend on something, so they can be missing.
    private static func merge(_ mine: [Member], _ theirs: [Member]) -> [Member] {
        let both = theirs.count > mine.count ? (theirs, mine) : (mine, theirs)
        let names = both.0.map(\.name) + both.1.map(\.name).filter { name in !both.0.contains { $0.name == name } }
        return names.compactMap { name in
            let first = mine.first { $0.name == name }
            let second = theirs.first { $0.name == name }
            guard let first, let second else {
                return (first ?? second).map { Member(name, $0.schema, isOptional: true) }
            }
            return Member(
                name, first.schema.merged(with: second.schema), isOptional: first.isOptional || second.isOptional)
        }
    }
}
