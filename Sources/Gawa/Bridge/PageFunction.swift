/// A function or stream of the page, as the app refers to it.
enum PageFunction: Sendable {
    /// One that the page has exposed, or else a path from its global object.
    case named(String)
    /// One that it passed.
    case passed(PageReference)

    var name: String? {
        if case .named(let name) = self { name } else { nil }
    }

    func write(into writer: inout WireWriter) {
        switch self {
        case .named(let name): writer.append(string: name)
        case .passed(let reference): writer.append(integer: reference.number)
        }
    }
}
