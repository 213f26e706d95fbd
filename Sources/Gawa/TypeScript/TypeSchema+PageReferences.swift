extension TypeSchema {
    /// Whether an argument of this form may be a function or a stream of the page.
    var isPageReference: Bool {
        switch self {
        case .function, .stream: true
        case .optional(let wrapped): wrapped.isPageReference
        default: false
        }
    }

    /// This value as that of an argument: functions and streams of the page that are only parts of it are unknown, for
    /// no value of the page has such parts.
    var asArgument: TypeSchema {
        switch self {
        case .function, .stream: mapParts(\.asValue)
        case .optional(let wrapped): .optional(wrapped.asArgument)
        default: asValue
        }
    }

    /// This value as that of a result, an item or a part: without functions and streams of the page.
    var asValue: TypeSchema {
        switch self {
        case .function, .stream:
            .unknown(reason: ProbeError.pageReference.description)
        default: mapParts(\.asValue)
        }
    }
}
