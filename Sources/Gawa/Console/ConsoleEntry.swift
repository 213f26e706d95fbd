public import Foundation

/// One line of a page's console.
///
/// All but ``frame`` and ``number`` is what the page says, within bounds; a page can say anything.
public struct ConsoleEntry: Sendable {
    /// Where an entry comes from.
    public enum Kind: Sendable, Hashable {
        /// A call of a console method.
        case call
        /// An error that nobody caught, and whose `error` event nobody prevented.
        case uncaughtError
        /// A promise that was rejected with no handler, and whose `unhandledrejection` event nobody prevented.
        case unhandledRejection
        /// An element that could not load what it names.
        case resourceError
        /// A number of entries were too many and are lost: in this document, or when the whole console was flooded.
        case dropped(count: Int)
    }

    /// The entry's number in its console, from 1 without gaps. A consumer that sees a gap was too slow.
    public internal(set) var number: UInt64 = 0

    /// Where the entry comes from.
    public let kind: Kind

    /// The console method; ``ConsoleLevel/error`` for errors, ``ConsoleLevel/warn`` for lost entries.
    public let level: ConsoleLevel

    /// What a console would print, format specifiers applied; may have several lines.
    public let text: String

    /// The arguments of the call; of `assert` those after the condition, and of `count`, `timeLog` and `timeEnd` the
    /// text in place of the label. Of errors: what was thrown, the reason, or the element.
    public let arguments: [ConsoleValue]

    /// How many groups are open around the entry, 0 to 1000.
    public let groupDepth: Int

    /// Where the call or error is, if the engine says so.
    ///
    /// A call in tail position in strict code (`return console.log(…)`) leaves no trace of its own; the place is then the
    /// caller's. WebKit names none for a script that is one call with literal arguments, which it does not run as code.
    public let location: ConsoleLocation?

    /// The callers, of `console.trace` alone, as the engine writes them.
    public let stack: String?

    /// The frame that said it, as the engine attests.
    public let frame: ConsoleFrame

    /// When it was said.
    public let date: Date
}
