/// A JavaScript `Error` or `DOMException`, as far as it tells without code of the page.
public struct ConsoleError: Sendable, Hashable {
    /// The error's name, `TypeError` for example.
    public let name: String

    /// The error's message.
    public let message: String

    /// The stack as the engine writes it, one `function@place` a line; empty where there is none.
    public let stack: String

    /// Where the error was made, if it says so.
    public let location: ConsoleLocation?

    /// The error's own further members: `cause`, `errors` of an AggregateError, and enumerable ones.
    public let members: [ConsoleMember]

    /// How many further members were left out.
    public let omittedCount: Int

    /// The error's `cause`, if it has one.
    public var cause: ConsoleValue? { members.first { $0.key == "cause" }?.value }

    /// Makes an error.
    public init(
        name: String, message: String, stack: String = "", location: ConsoleLocation? = nil,
        members: [ConsoleMember] = [], omittedCount: Int = 0
    ) {
        self.name = name
        self.message = message
        self.stack = stack
        self.location = location
        self.members = members
        self.omittedCount = omittedCount
    }
}
