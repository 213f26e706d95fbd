/// The form that values of a Swift type have on the page.
///
/// ``of(_:)`` finds it out for a type. The definition of a named type stands at its first use, and later uses, also
/// those inside the definition, are a ``reference(_:)``; so the value is finite and small for recursive types.
/// `Documentation/Design/bridge-protocol.md` has the table of values that the cases follow.
public indirect enum TypeSchema: Sendable, Equatable, Codable {
    /// No value: `undefined`.
    case void
    /// An explicit nothing: `null`.
    case null
    /// `Bool`.
    case boolean
    /// Every number but the 64-bit integers of fixed width.
    case number
    /// `Int64` and `UInt64`.
    case bigint
    /// `String`, and what writes itself as one.
    case string
    /// `Data`.
    case bytes
    /// `Date`.
    case date
    /// `URL`: a string, and from the page a `URL` too.
    case url
    /// `Decimal`: a string of digits, and from the page a number or a BigInt too.
    case decimal
    /// A value that can be missing.
    case optional(TypeSchema)
    /// Any number of values of one type.
    case array(TypeSchema)
    /// A fixed number of values, each of its own type.
    case tuple([TypeSchema])
    /// Values by string keys.
    case dictionary(TypeSchema)
    /// Members by name, in the order in which Swift reads them; without a type name where a type nests it in itself.
    case object(TypeName?, [Member])
    /// One of a list of raw values.
    case enumeration(TypeName, [RawValue])
    /// An object with exactly one member, which tells the case: what Swift writes for enums with associated values.
    case union(TypeName, [Case])
    /// One of several forms that the value itself tells apart.
    case anyOf(TypeName?, [TypeSchema])
    /// A named type that is defined elsewhere in the same schema.
    case reference(TypeName)
    /// A function of the page, as a whole argument: what the app calls it with, and what it answers.
    case function(arguments: [TypeSchema], result: TypeSchema)
    /// A stream of the page, as a whole argument: its items.
    case stream(of: TypeSchema)
    /// A type whose form could not be found out, and why.
    case unknown(reason: String)
}

extension TypeSchema {
    /// A member of an object.
    public struct Member: Sendable, Equatable, Codable {
        /// Its key.
        public var name: String
        /// The form of its value, when there is one.
        public var schema: TypeSchema
        /// Whether it can be missing.
        public var isOptional: Bool

        /// Makes a member.
        public init(_ name: String, _ schema: TypeSchema, isOptional: Bool = false) {
            self.name = name
            self.schema = schema
            self.isOptional = isOptional
        }
    }

    /// A case of a union.
    public struct Case: Sendable, Equatable, Codable {
        /// The name of the case, which is the key.
        public var name: String
        /// The associated values. Ones without a label are called `_0`, `_1` and so on.
        public var members: [Member]

        /// Makes a case.
        public init(_ name: String, _ members: [Member] = []) {
            self.name = name
            self.members = members
        }
    }

    /// A raw value of an enumeration.
    public enum RawValue: Sendable, Hashable, Codable {
        /// A string.
        case string(String)
        /// A number.
        case number(Double)
        /// An integer of 64 bits, in decimal digits.
        case bigint(String)
    }

    /// The name of the type that this value defines, if it has one.
    var definedName: TypeName? {
        switch self {
        case .object(let name, _), .anyOf(let name, _): name
        case .enumeration(let name, _), .union(let name, _): name
        default: nil
        }
    }
}
