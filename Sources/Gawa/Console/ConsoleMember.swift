/// One own property of an object that was passed to the console.
public struct ConsoleMember: Sendable, Hashable {
    /// The property's key; of a symbol `Symbol(description)`. At most 200 UTF-16 units, a cut one ends with `…`.
    public let key: String

    /// The property's value.
    public let value: ConsoleValue

    /// Makes a member.
    public init(key: String, value: ConsoleValue) {
        self.key = key
        self.value = value
    }
}
