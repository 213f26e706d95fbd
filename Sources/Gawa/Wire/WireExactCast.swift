/// A value as a type, if it is exactly of that type.
///
/// The same as a conditional cast to a type that is no existential and no class, at a small part of its cost.
@inline(__always)
func exactly<Value, Other>(_ value: Value, as other: Other.Type) -> Other? {
    guard Value.self == Other.self else { return nil }
    // Sound, because the two types were found to be one.
    return withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: Other.self) }
}
