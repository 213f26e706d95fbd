/// Names that functions and services cannot have.
enum ReservedNames {
    static func check(_ name: String, _ kind: MemberKind, of service: String) {
        precondition(!name.isEmpty, "A function of '\(service)' has an empty name")
        // An event is no member of the page's object.
        precondition(
            kind.isEvent || !ServiceSchema.reservedFunctionNames.contains(name),
            "'\(service).\(name)' cannot be declared: the page's object has its own '\(name)'")
    }

    static func check(service name: String) {
        let isIdentifier =
            name.utf8.first.map { !(48...57).contains($0) } ?? false
            && name.utf8.allSatisfy {
                (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == 95 || $0 == 36
            }
        precondition(isIdentifier, "'\(name)' cannot name a service: use letters, digits, _ and $, and no digit first")
    }
}
