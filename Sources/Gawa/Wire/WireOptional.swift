/// An optional, of whichever type.
protocol WireOptional: WireEncodableApart {
    var isNil: Bool { get }
}

extension Optional: WireOptional {
    var isNil: Bool {
        if case .none = self { true } else { false }
    }
}
