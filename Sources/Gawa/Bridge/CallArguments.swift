/// The arguments of a call, as the page sent them or a middleware has altered them.
struct CallArguments: Sendable {
    /// An array.
    let node: WireNode
    /// Those that are functions or streams of the page, by their place. The page is told when nothing refers to one.
    let references: [Int: PageReference]
    /// Those that were altered, by their place.
    private var replacements: [Int: WireNode] = [:]

    init(_ node: WireNode, _ link: DocumentLink) {
        self.node = node
        var references: [Int: PageReference] = [:]
        // No function has as many parameters, and each that a page passes costs more than its few bytes of text.
        for (index, argument) in node.elements.prefix(64).enumerated() {
            guard let (kind, number) = argument.reference else { continue }
            references[index] = PageReference(kind, number: number, link: link)
        }
        self.references = references
    }

    var count: Int { max(node.count, (replacements.keys.max() ?? -1) + 1) }

    /// What stands in the place of an argument; nil if it is as it was.
    func replacement(at index: Int) -> WireNode? {
        replacements.isEmpty ? nil : replacements[index]
    }

    /// An argument as the function gets it; nil if there is none.
    func node(at index: Int) -> WireNode? {
        if let replacement = replacement(at: index) { return replacement }
        guard index < node.count else { return nil }
        var elements = node.elements.dropFirst(index).makeIterator()
        return elements.next()
    }

    mutating func replace(_ index: Int, by node: WireNode) {
        replacements[index] = node
    }
}
