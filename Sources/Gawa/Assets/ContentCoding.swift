/// A coding that a file may lie in beside the plain one: `app.js.br` beside `app.js`.
///
/// Source: RFC 9110, 8.4.1 and 12.5.3.
enum ContentCoding: String, CaseIterable {
    // The smaller one first: of equal weights, the first is chosen.
    case brotli = "br"
    case gzip

    /// What the file's name has more.
    var suffix: String {
        switch self {
        case .brotli: ".br"
        case .gzip: ".gz"
        }
    }

    /// What `Accept-Encoding` allows, the best first; those that it likes less than the plain file are not among them.
    static func accepted(by value: String?) -> [Self] {
        guard let value else { return [] }
        let weights = QualityList(value).weights
        let plain = weights["identity"] ?? 0
        let weighted = allCases.enumerated().compactMap {
            index, coding -> (weight: Double, index: Int, coding: Self)? in
            // `x-gzip` is gzip's old name.
            let own = weights[coding.rawValue] ?? (coding == .gzip ? weights["x-gzip"] : nil)
            let weight = own ?? weights["*"] ?? 0
            return weight > 0 && weight >= plain ? (weight, index, coding) : nil
        }
        return weighted.sorted { ($0.weight, $1.index) > ($1.weight, $0.index) }.map(\.coding)
    }
}
