/// A type that says itself which form its values have on the page.
///
/// A type that is `Decodable` needs this only when its form cannot be found out by decoding: enums with associated
/// values, and types that refuse all values but few. A type that is `Encodable` alone always needs it.
///
/// ```swift
/// enum Shape: Codable, BridgeDescribable {
///     case circle(radius: Double)
///     case square
///
///     static var bridgeSchema: TypeSchema {
///         .payloadEnum(Self.self, ["circle": ["radius": Double.self], "square": [:]])
///     }
/// }
/// ```
public protocol BridgeDescribable {
    /// The form of this type's values.
    ///
    /// Write it as a computed property, not a stored one: it is asked again for each schema, and a recursive type
    /// is asked while it is being described.
    static var bridgeSchema: TypeSchema { get }

    /// A value of this type, or nothing, which is the default.
    ///
    /// To find out the form of a type that has a member of this type, a value is needed. It is made by decoding, so an
    /// example is needed only where `init(from:)` refuses all made-up values.
    static var bridgeExample: Self? { get }
}

extension BridgeDescribable {
    public static var bridgeExample: Self? { nil }
}

extension TypeSchema {
    /// Describes an enum with associated values that has the coding which Swift synthesises.
    ///
    /// A value is an object with one member, the case; that one is an object of the associated values. `circle(radius: 1)`
    /// is `{"circle": {"radius": 1}}`, and `square` is `{"square": {}}`.
    ///
    /// - Parameters:
    ///   - type: The enum.
    ///   - cases: For each case, the types of its associated values by their labels. Ones without a label are called
    ///     `_0`, `_1` and so on.
    public static func payloadEnum(
        _ type: Any.Type, _ cases: KeyValuePairs<String, KeyValuePairs<String, Any.Type>>
    ) -> TypeSchema {
        ProbeSession.joined { session in
            session.defining(type) { name in
                let described = cases.map { name, values in
                    Case(name, values.map { Member(label: $0.key, session.schema(of: $0.value)) })
                }
                return .union(name, described)
            }
        }
    }

    /// Describes an object with the members of a list.
    ///
    /// - Parameters:
    ///   - type: The type whose values are such objects.
    ///   - members: The types of the members by their keys. A member whose type is an optional can be missing.
    public static func object(_ type: Any.Type, _ members: KeyValuePairs<String, Any.Type>) -> TypeSchema {
        ProbeSession.joined { session in
            session.defining(type) { name in
                .object(name, members.map { Member(label: $0.key, session.schema(of: $0.value)) })
            }
        }
    }

    /// Describes a type whose values are the strings of a list.
    public static func strings(_ type: Any.Type, _ values: [String]) -> TypeSchema {
        .enumeration(TypeName(type), values.map(RawValue.string))
    }
}

extension TypeSchema.Member {
    /// A member whose type is an optional can be missing: Swift's synthesised coding leaves it out.
    fileprivate init(label: String, _ schema: TypeSchema) {
        if case .optional(let wrapped) = schema {
            self.init(label, wrapped, isOptional: true)
        } else {
            self.init(label, schema)
        }
    }
}
