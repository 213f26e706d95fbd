extension TypeSchema {
    /// This value with other names for its types.
    func renaming(_ names: [TypeName: TypeName]) -> TypeSchema {
        switch self {
        case .reference(let name): return .reference(names[name] ?? name)
        case .object(let name?, _): return replacingName(names[name] ?? name).mapParts { $0.renaming(names) }
        case .anyOf(let name?, _): return replacingName(names[name] ?? name).mapParts { $0.renaming(names) }
        case .union(let name, _), .enumeration(let name, _):
            return replacingName(names[name] ?? name).mapParts { $0.renaming(names) }
        default: return mapParts { $0.renaming(names) }
        }
    }

    private func replacingName(_ name: TypeName) -> TypeSchema {
        switch self {
        case .object(_, let members): .object(name, members)
        case .anyOf(_, let forms): .anyOf(name, forms)
        case .union(_, let cases): .union(name, cases)
        case .enumeration(_, let values): .enumeration(name, values)
        default: self
        }
    }
}
