/// One entry of a Map that was passed to the console.
public struct ConsoleMapEntry: Sendable, Hashable {
    /// The entry's key.
    public let key: ConsoleValue

    /// The entry's value.
    public let value: ConsoleValue

    /// Makes an entry.
    public init(key: ConsoleValue, value: ConsoleValue) {
        self.key = key
        self.value = value
    }
}
