import Foundation

/// Writes a value that came from a page so that every type and every element shows.
///
/// `nil`, `null`, `true`, `1.5`, `"text"`, `@0` (a date in milliseconds since 1970), `[…]` and `{key: …}` with sorted
/// keys.
func valueText(_ value: Any?) -> String {
    guard let value else { return "nil" }
    switch value {
    case let number as NSNumber:
        // Foundation on Linux has one object for each Boolean; `as? Bool` would take the numbers 0 and 1 for them.
        if number === NSNumber(value: true) { return "true" }
        if number === NSNumber(value: false) { return "false" }
        return numberText(number.doubleValue)
    case is NSNull: return "null"
    case let string as String: return "\"\(string)\""
    case let date as Date: return "@\(numberText((date.timeIntervalSince1970 * 1000).rounded()))"
    case let array as [Any]: return "[\(array.map { valueText($0) }.joined(separator: ", "))]"
    case let object as [String: Any]:
        return
            "{\(object.sorted { $0.key < $1.key }.map { "\($0.key): \(valueText($0.value))" }.joined(separator: ", "))}"
    case Optional<Any>.none: return "boxed nil"
    default: return "?\(type(of: value))"
    }
}

private func numberText(_ number: Double) -> String {
    guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
    return number == 0 && number.sign == .minus ? "-0" : "\(Int(number))"
}

/// JavaScript that defines `valueText`, the same for a value in the page; it tells `undefined` too.
let valueTextScript = """
    function valueText(value) {
        if (value === undefined || value === null || typeof value === "boolean") return String(value);
        if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
        if (typeof value === "string") return '"' + value + '"';
        if (value instanceof Date) return "@" + value.getTime();
        if (Array.isArray(value)) return "[" + value.map(valueText).join(", ") + "]";
        if (Object.getPrototypeOf(value) !== Object.prototype) return "?" + typeof value;
        return "{" + Object.keys(value).sort().map(key => key + ": " + valueText(value[key])).join(", ") + "}";
    }
    """
