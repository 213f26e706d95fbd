/// A value as a type, if it is exactly of that type.
///
/// The same as a conditional cast to a type that is no existential and no class, at a small part of its cost.
@inline(__always)
func exactly<Value, Other>(_ value: Value, as other: Other.Type) -> Other? {
    guard Value.self == Other.self else { return nil }
    // Sound, because the two types were found to be one.
    return withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: Other.self) }
}

/// A value as a type that was found to be its type.
///
/// Needs no optional of a type that is known at run time only, of which the metadata would have to be looked up.
@inline(__always)
func same<Value, Other>(_ value: Value, as other: Other.Type) -> Other {
    precondition(Value.self == Other.self, "Compare the types before.")
    // Sound, because the two types are one.
    return withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: Other.self) }
}
