/// What a bridge offers to pages, as a value: names, parameters and types, without the services themselves.
public struct BridgeSchema: Sendable, Equatable, Codable {
    /// The services, each a namespace on the page.
    public var services: [ServiceSchema]

    /// Makes a schema.
    public init(services: [ServiceSchema]) { self.services = services }

    /// A short text that changes when what pages rely on changes: 16 hexadecimal digits.
    ///
    /// It covers the names of services, functions, events and members, their kinds and the forms of all values, not their
    /// order, not the names of types and parameters, and not the documentation. It is the same in each run and on each platform. It tells
    /// a page and an app that are deployed apart of a difference; it protects from nothing.
    public var hash: String {
        let text = services.sorted { $0.name < $1.name }.map(\.canonicalText).joined(separator: "\n")
        // FNV-1a of 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// What the declarations cannot say or a page cannot use, a sentence each that begins with the place.
    public var warnings: [String] {
        services.map(\.name).repeated.map { "\($0): there are two services of this name" }
            + services.flatMap(\.warnings)
    }
}

extension [String] {
    /// The elements that are there more than once, sorted.
    var repeated: [String] {
        var counts: [String: Int] = [:]
        for element in self { counts[element, default: 0] += 1 }
        return counts.filter { $0.value > 1 }.keys.sorted()
    }
}
