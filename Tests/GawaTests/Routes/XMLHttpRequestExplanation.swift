/// Why the app's answers look otherwise to a page in some ways, each with the lines of scripts that show it.
struct XMLHttpRequestExplanation: Sendable {
    /// The first column of its row in `Documentation/Compatibility.md`.
    let subject: String
    let reason: String
    var places: Set<XMLHttpRequestPlace> = Set(XMLHttpRequestPlace.allCases)
    let differences: [XMLHttpRequestDifference]

    /// All that is explained of a script.
    static func differences(of name: String, at place: XMLHttpRequestPlace) -> [XMLHttpRequestDifference] {
        all.filter { $0.places.contains(place) }.flatMap(\.differences).filter { $0.name == name }
    }
}

extension [XMLHttpRequestDifference] {
    /// The same difference in several lines of a script.
    static func lines(_ name: String, _ labels: [String], _ server: String, _ app: String) -> Self {
        labels.map { .init(name, $0, server, app) }
    }
}
