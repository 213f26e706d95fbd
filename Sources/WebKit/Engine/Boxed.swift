/// A value as Apple's `Any` results hold it: nil is an empty optional boxed in `Any`, and nothing else is an optional.
func boxed(_ value: Any?) -> Any {
    value ?? (Any?.none as Any)
}
