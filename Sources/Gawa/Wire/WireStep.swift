/// One step of a path.
enum WireStep: Sendable {
    case key(String)
    case index(Int)

    var codingKey: any CodingKey {
        switch self {
        case .key(let key): WireCodingKey(stringValue: key)
        case .index(let index): WireCodingKey(intValue: index)
        }
    }
}

extension WirePath {
    mutating func append(_ step: WireStep) {
        switch step {
        case .key(let key): append(key: key)
        case .index(let index): append(index: index)
        }
    }
}

/// A key or an index, for the coding paths that a type's own coding sees.
struct WireCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}
