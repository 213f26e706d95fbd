import Foundation

/// Values in words that tell any two different ones apart.
enum Spelling {
    static func of<Value>(_ value: Value) -> String {
        switch value {
        case let text as String: "\"" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
        case let date as Date: "\(Int((date.timeIntervalSince1970 * 1000).rounded())) ms"
        case let data as Data: data.map { String(format: "%02x", $0) }.joined(separator: " ")
        case let list as [Any]: "[" + list.map { of($0) }.joined(separator: ",") + "]"
        case let members as [String: Any]:
            "{" + members.sorted { $0.key < $1.key }.map { "\(of($0.key)):\(of($0.value))" }.joined(separator: ",")
                + "}"
        default: String(describing: value)
        }
    }
}
