extension Double {
    /// The number as JavaScript writes it: `5`, `0.1`, `1e+21`, `1e-7`, `-0` for the console's sake, `NaN`, `Infinity`.
    ///
    /// Source: ECMAScript, Number::toString. Swift finds the same shortest digits and sets them otherwise.
    var javaScriptText: String {
        guard isFinite else { return isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity" }
        guard self != 0 else { return sign == .minus ? "-0" : "0" }
        let parts = magnitude.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        var digits = String(mantissa[0])
        // How many digits stand before the point.
        var point = digits.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        if mantissa.count > 1, mantissa[1] != "0" { digits += mantissa[1] }
        let significant = digits.drop { $0 == "0" }
        point -= digits.count - significant.count
        digits = String(significant)
        while digits.hasSuffix("0") { digits.removeLast() }

        let sign = self < 0 ? "-" : ""
        let count = digits.count
        if point > 21 || point < -5 {
            let exponent = point - 1
            let fraction = count > 1 ? "." + digits.dropFirst() : ""
            return "\(sign)\(digits.prefix(1))\(fraction)e\(exponent < 0 ? "-" : "+")\(exponent.magnitude)"
        }
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
        if count <= point { return sign + digits + String(repeating: "0", count: point - count) }
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }
}
