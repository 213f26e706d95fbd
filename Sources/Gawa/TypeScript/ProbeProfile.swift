/// The made-up values of one attempt to decode a type.
struct ProbeProfile {
    var string = ""
    var number = 0
    var boolean = false
    /// Whether optionals have values and arrays an element.
    var isFull = false
    /// The one case that an enum with associated values finds.
    var caseName: String?

    /// One attempt with as little as possible and one with as much: both are made for each type, so that members which
    /// depend on another are found.
    static let first = [
        ProbeProfile(), ProbeProfile(string: "a", number: 1, boolean: true, isFull: true),
    ]

    /// What types that look at their values are often content with. Tried in turn when both of ``first`` failed.
    static let further = [
        ProbeProfile(string: "1", number: 2),
        ProbeProfile(string: "2001-01-01T00:00:00Z", number: 3, boolean: true, isFull: true),
        ProbeProfile(string: "2001-01-01", number: 10),
        ProbeProfile(string: "https://example.com/", number: 100, boolean: true, isFull: true),
        ProbeProfile(string: "a@example.com", number: 2_001, isFull: true),
        ProbeProfile(string: "12345678-1234-1234-1234-123456789ABC", number: -1, isFull: true),
        ProbeProfile(string: "#000000", number: 0, isFull: true),
        ProbeProfile(string: "en", number: 1),
        ProbeProfile(string: "GMT", number: 1),
        ProbeProfile(string: "EUR", number: 1),
    ]

    /// The attempts for a type that described itself.
    static func attempts(for schema: TypeSchema) -> [ProbeProfile] {
        switch schema {
        case .union(_, let cases):
            cases.flatMap { item in first.map { with($0) { $0.caseName = item.name } } }
        case .enumeration(_, let values):
            values.map { value in
                switch value {
                case .string(let text): ProbeProfile(string: text)
                case .number(let number): ProbeProfile(number: Int(exactly: number) ?? 0)
                case .bigint(let digits): ProbeProfile(number: Int(digits) ?? 0)
                }
            }
        default: first + further
        }
    }

    private static func with(_ profile: ProbeProfile, _ change: (inout ProbeProfile) -> Void) -> ProbeProfile {
        var profile = profile
        change(&profile)
        return profile
    }
}
