/// Why a made-up value could not be decoded.
enum ProbeError: Error, CustomStringConvertible {
    /// A value of this type is needed to go on, and none could be made.
    case noValue(of: String)
    /// A function or a stream of the page is needed to go on.
    case pageReference
    /// The attempt was told to refuse, to see what else the type would take.
    case refused

    var description: String {
        switch self {
        case .noValue(let type): "no value of \(type) could be made up, and what is read after it is not known"
        case .pageReference: "a function or stream of the page can only be a whole argument, not a part of one"
        case .refused: "refused"
        }
    }
}
