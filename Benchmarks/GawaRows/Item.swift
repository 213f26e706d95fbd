/// The small object of the rows, as `makeItem` in the page makes it.
struct Item: Codable, Sendable {
    let id: Int
    let name: String
    let done: Bool
    let score: Double

    init(_ index: Int) {
        id = index
        name = "Item \(index)"
        done = index.isMultiple(of: 2)
        score = Double(index) / 8
    }

    /// The item as Apple's API takes values.
    var dictionary: [String: Any] { ["id": id, "name": name, "done": done, "score": score] }
}
