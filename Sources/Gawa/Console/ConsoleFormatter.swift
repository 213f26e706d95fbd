import Foundation

/// Puts the arguments of a console call together, with the format specifiers of the first one.
///
/// Source: [Console Standard, Formatter](https://console.spec.whatwg.org/#formatter). What is put in is not searched for
/// specifiers again, and `%%` is a percent sign, as in all browsers.
struct ConsoleFormatter {
    private let arguments: [ConsoleValue]

    init(_ arguments: [ConsoleValue]) {
        self.arguments = arguments
    }

    var text: String {
        guard arguments.count > 1, case .string(let format) = arguments[0] else { return joined(arguments[...]) }
        var rest = arguments.dropFirst()
        var text = ""
        var index = format.startIndex
        while let percent = format[index...].firstIndex(of: "%") {
            text += format[index..<percent]
            let after = format.index(after: percent)
            guard after < format.endIndex else {
                index = percent
                break
            }
            index = format.index(after: after)
            if format[after] == "%" {
                text += "%"
            } else if let argument = rest.first, let replacement = replacement(format[after], argument) {
                text += replacement
                rest = rest.dropFirst()
            } else {
                text += format[percent..<index]
            }
        }
        text += format[index...]
        return rest.isEmpty ? text : text + " " + joined(rest)
    }

    private func joined(_ values: ArraySlice<ConsoleValue>) -> String {
        values.map { $0.text(isTopLevel: true) }.joined(separator: " ")
    }

    private func replacement(_ specifier: Character, _ value: ConsoleValue) -> String? {
        switch specifier {
        case "s": value.text(isTopLevel: true)
        case "d", "i": integer(value)
        case "f": float(value)
        case "o", "O": value.text(isTopLevel: false)
        // Styles are for screens.
        case "c": ""
        default: nil
        }
    }

    // `parseInt(value, 10)`: digits at the beginning count, the rest is ignored.
    private func integer(_ value: ConsoleValue) -> String {
        if case .bigInt(let digits) = value { return digits }
        if case .symbol = value { return "NaN" }
        let text = plain(value).drop(while: \.isWhitespace)
        let sign = text.first == "-" ? "-" : ""
        let digits = text.dropFirst(text.first == "-" || text.first == "+" ? 1 : 0).prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, let number = Double(sign + digits) else { return "NaN" }
        return number.javaScriptText
    }

    // `parseFloat(value)`.
    private func float(_ value: ConsoleValue) -> String {
        if case .symbol = value { return "NaN" }
        if case .number(let number) = value { return number.javaScriptText }
        let text = plain(value).drop(while: \.isWhitespace)
        guard let match = text.prefixMatch(of: #/[+-]?(Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)/#.asciiOnlyDigits()),
            let number = Double(match.0)
        else { return "NaN" }
        return number.javaScriptText
    }

    // What `String(value)` gives for primitive values; objects are no numbers.
    private func plain(_ value: ConsoleValue) -> String {
        switch value {
        case .string(let text), .truncatedString(let text, _): text
        case .number(let number): number.javaScriptText
        case .bigInt(let digits): digits
        default: ""
        }
    }
}
