public import Foundation

/// One argument of a console call, as a tree of what the page's value holds.
///
/// It is a copy, made without calling code of the page: getters, `toString` and `toJSON` are left alone. What goes beyond
/// the bounds of ``ConsoleLimits`` is left out and marked.
public enum ConsoleValue: Sendable, Hashable {
    /// `undefined`.
    case undefined
    /// `null`.
    case null
    /// A boolean.
    case boolean(Bool)
    /// A number, NaN, the infinities and −0 included.
    case number(Double)
    /// A BigInt's decimal digits; for one beyond ±2¹⁰²⁴ the beginning of its hexadecimal digits after `0x`.
    case bigInt(String)
    /// A string; lone surrogates are replaced by U+FFFD.
    case string(String)
    /// The beginning of a string, and how many UTF-16 units after it were left out.
    case truncatedString(String, omittedCount: Int)
    /// A symbol as `Symbol(description)`.
    case symbol(String)
    /// A function or class by its name, which may be empty.
    case function(name: String)
    /// A Date; `nil` for an invalid one.
    case date(Date?)
    /// A regular expression as `/source/flags`.
    case regularExpression(String)
    /// An `Error` or `DOMException`.
    case error(ConsoleError)
    /// An array or typed array: its first elements, and how many were left out.
    case array(className: String, elements: [ConsoleValue], omittedCount: Int)
    /// Any other object: its first own enumerable members, and how many were left out. The class name may be empty.
    case object(className: String, members: [ConsoleMember], omittedCount: Int)
    /// A Map: its first entries in order, and how many were left out.
    case map(entries: [ConsoleMapEntry], omittedCount: Int)
    /// A Set: its first elements in order, and how many were left out.
    case set(elements: [ConsoleValue], omittedCount: Int)
    /// A node of the document, an element as its start tag and a little of its text.
    case element(String)
    /// What is shown by a name alone: `Window`, `HTMLAllCollection`, `inaccessible` (a revoked proxy, a window of another
    /// origin).
    case other(String)
    /// An element that an array does not have.
    case hole
    /// A property with a getter, which is not called.
    case getter
    /// An object that contains this place.
    case cycle
    /// What was left out since a bound was reached; the class name may be empty.
    case truncated(className: String)
}
