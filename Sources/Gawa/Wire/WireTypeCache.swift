/// What was found out about types, for the length of one value.
///
/// The first type has a place of its own. Each slot holds the last type that fell on it, so that a look-up is one comparison.
final class WireTypeCache<Finding> {
    // Many values need no more than this.
    @exclusivity(unchecked) private var first: (type: ObjectIdentifier, finding: Finding)?
    @exclusivity(unchecked) private var slots: [(type: ObjectIdentifier, finding: Finding)?] = []

    @inline(__always)
    func finding(for type: Any.Type, orElse find: (Any.Type) -> Finding) -> Finding {
        let identifier = ObjectIdentifier(type)
        if let first, first.type == identifier { return first.finding }
        // Descriptions of types lie apart by multiples of 8 at least.
        let address = UInt(bitPattern: identifier)
        let slot = Int(truncatingIfNeeded: (address >> 4 ^ address >> 9) & 15)
        if !slots.isEmpty, let entry = slots[slot], entry.type == identifier { return entry.finding }
        return findAnew(type, identifier, in: slot, find)
    }

    private func findAnew(
        _ type: Any.Type, _ identifier: ObjectIdentifier, in slot: Int, _ find: (Any.Type) -> Finding
    ) -> Finding {
        let finding = find(type)
        guard first != nil else {
            first = (identifier, finding)
            return finding
        }
        if slots.isEmpty { slots = Array(repeating: nil, count: 16) }
        slots[slot] = (identifier, finding)
        return finding
    }
}
