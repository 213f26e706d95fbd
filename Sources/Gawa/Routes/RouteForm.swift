internal import Foundation

/// The names and values of a query or a form, in their order.
///
/// Source: URL Standard, "application/x-www-form-urlencoded".
public struct RouteForm: Sendable, Hashable, RandomAccessCollection {
    /// A name with its value.
    public struct Item: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The value; empty when there is none.
        public let value: String
    }

    private let items: [Item]

    /// Reads the text of a query, without its question mark, or of a URL-encoded body.
    public init(encoded text: String) {
        items = text.split(separator: "&").map { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Item(name: Self.decode(pair[0]), value: pair.count > 1 ? Self.decode(pair[1]) : "")
        }
    }

    /// The first value of a name; nil when there is none.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// All values of a name.
    public func values(of name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    public var startIndex: Int { items.startIndex }
    public var endIndex: Int { items.endIndex }
    public subscript(position: Int) -> Item { items[position] }

    private static func decode(_ text: Substring) -> String {
        PercentEncoding.decode(text.replacing("+", with: " "))
    }
}
