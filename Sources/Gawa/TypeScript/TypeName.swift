extension TypeSchema {
    /// The name of a Swift type.
    public struct TypeName: Sendable, Hashable, Codable {
        /// The full name, such as `Calendars.Note`: two types of one name in two modules differ in it.
        public var swiftName: String
        /// The name for people, such as `Note`: letters, digits and `_` only.
        public var name: String

        /// Makes a name from its parts.
        public init(swiftName: String, name: String) {
            self.swiftName = swiftName
            self.name = name
        }

        /// Makes the name of a type: `Page<Note>` is called `PageNote`.
        public init(_ type: Any.Type) {
            // The runtime writes the address of a private or local context, which differs from run to run.
            let full = String(reflecting: type)
                .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
            let words = String(describing: type)
                .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
                .split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
            let joined = words.map { word in
                let last = word.split(separator: ".").last ?? word
                return last.prefix(1).uppercased() + last.dropFirst()
            }.joined()
            let isPlain = joined.first.map { !$0.isNumber } ?? false
            self.init(swiftName: full, name: isPlain ? joined : "Type" + joined)
        }
    }
}
