/// Why a made-up value could not be decoded.
enum ProbeError: Error, CustomStringConvertible {
    /// A value of this type is needed to go on, and none could be made.
    case noValue(of: String)
    /// The attempt was told to refuse, to see what else the type would take.
    case refused

    var description: String {
        switch self {
        case .noValue(let type): "no value of \(type) could be made up, and what is read after it is not known"
        case .refused: "refused"
        }
    }
}
