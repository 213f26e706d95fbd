import Foundation
import GawaWebKit

/// Values as the engine's own calls carry them, and as text of the protocol.
enum FoundationValue {
    /// Reads what a call of the engine's ended with.
    @MainActor
    static func read(_ result: Result<Any, any Error>) -> Result<WireText?, BridgeError> {
        switch result {
        case .success(let value): Result { () throws(BridgeError) in try text(of: value) }
        case .failure(let error): .failure(BridgeError(engineError: error))
        }
    }

    /// The text of a value; nil for nothing at all, JavaScript's `undefined`.
    static func text(of value: Any) throws(BridgeError) -> WireText? {
        var writer = WireWriter()
        guard try append(value, to: &writer) else { return nil }
        do {
            return try WireText(writer.text(), maximumDepth: BridgeLimits.greatestDepth)
        } catch {
            throw .badResult(path: "result", expected: "a value that can be read", found: "\(error)")
        }
    }

    private static func append(_ value: Any, to writer: inout WireWriter) throws(BridgeError) -> Bool {
        switch value {
        case is NSNull: writer.append(raw: "null")
        case let number as NSNumber: append(number, to: &writer)
        case let text as String: writer.append(string: text)
        case let date as Date: try encode(date, to: &writer)
        case let list as [Any]:
            writer.append(raw: "[")
            for (index, element) in list.enumerated() {
                if index > 0 { writer.append(raw: ",") }
                if try !append(element, to: &writer) { writer.append(raw: "null") }
            }
            writer.append(raw: "]")
        case let members as [String: Any]:
            writer.append(raw: members["$"] == nil ? "{" : "{\"$\":\"o\",\"v\":{")
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { writer.append(raw: ",") }
                writer.append(string: member.key)
                writer.append(raw: ":")
                if try !append(member.value, to: &writer) { writer.append(raw: "null") }
            }
            writer.append(raw: members["$"] == nil ? "}" : "}}")
        default: return false
        }
        return true
    }

    private static func append(_ number: NSNumber, to writer: inout WireWriter) {
        // A boxed boolean has the type of a C character, and no number of JavaScript's has.
        if String(cString: number.objCType) == "c" || String(cString: number.objCType) == "B" {
            writer.append(raw: number.boolValue ? "true" : "false")
        } else {
            // Every number crosses; one that is no JSON number as a tag.
            _ = try? WireEncoder.encode(number.doubleValue, into: &writer, maximumDepth: 1)
        }
    }

    private static func encode(_ date: Date, to writer: inout WireWriter) throws(BridgeError) {
        do {
            _ = try WireEncoder.encode(date, into: &writer, maximumDepth: 1)
        } catch {
            throw .badResult(path: "result", expected: "a date", found: "\(error)")
        }
    }

    // MARK: Arguments

    /// The value of an argument, as the engine takes it.
    static func make(_ argument: any Encodable, name: String) throws(BridgeError) -> Any {
        var writer = WireWriter()
        let text: WireText
        do {
            guard try WireEncoder.encode(argument, into: &writer, maximumDepth: BridgeLimits.greatestDepth) else {
                return NSNull()
            }
            text = try WireText(writer.text(), maximumDepth: BridgeLimits.greatestDepth)
        } catch {
            throw .badArgument("\(name) cannot be sent: \(error)")
        }
        return try make(text.root, path: name)
    }

    private static func make(_ node: WireNode, path: String) throws(BridgeError) -> Any {
        switch node.kind {
        case .null, .undefined: return NSNull()
        case .boolean: return NSNumber(value: node.boolean ?? false)
        case .number: return NSNumber(value: node.number ?? .nan)
        case .string: return node.string ?? ""
        case .array:
            var list: [Any] = []
            for (index, element) in node.elements.enumerated() {
                list.append(try make(element, path: "\(path)[\(index)]"))
            }
            return list
        case .object:
            var members: [String: Any] = [:]
            for (key, value) in node.members { members[key] = try make(value, path: "\(path).\(key)") }
            return members
        case .date:
            do {
                return try WireDecoder.decode(Date.self, from: node, path: .named(path))
            } catch {
                throw .badArgument("\(path) is no date")
            }
        case .bigInt, .bytes, .function, .stream:
            throw .badArgument("\(path) cannot be an argument of evaluate: call a function of the page")
        }
    }
}
