/// What a field such as `Accept` or `Accept-Encoding` names, with its weights.
///
/// Source: RFC 9110, 12.4.2.
struct QualityList {
    /// The names in lower case, with weights from 0 to 1.
    let weights: [String: Double]

    init(_ value: String) {
        var weights: [String: Double] = [:]
        for item in value.split(separator: ",") {
            let parts = item.split(separator: ";").map { part in
                String(part.filter { $0 != " " && $0 != "\t" }).lowercased()
            }
            guard let name = parts.first, !name.isEmpty else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            // Of a name that comes twice, the first counts.
            if weights[name] == nil { weights[name] = weight.isFinite ? min(max(weight, 0), 1) : 0 }
        }
        self.weights = weights
    }

    /// Whether the name itself stands there with a weight above 0; `*` does not count.
    func names(_ name: String) -> Bool { (weights[name] ?? 0) > 0 }
}
