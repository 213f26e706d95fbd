/// A call of a page, as a middleware sees it.
public struct BridgeCall: Sendable {
    /// The name of the service, and of its object in the page.
    public let service: String

    /// The name of the function or event.
    public let function: String

    /// What the page called.
    public let kind: MemberKind

    /// Who called.
    public let caller: Caller

    var arguments: CallArguments

    /// The number of arguments, without `undefined` ones at the end.
    public var argumentCount: Int { arguments.count }

    /// Reads an argument, which the function still gets.
    ///
    /// - Parameters:
    ///   - index: Its place, from 0. What was not passed is `undefined`.
    ///   - type: What it is read as; not a ``Callback`` and not a ``PageStream``.
    /// - Throws: The error that the page gets for a wrong argument.
    public func argument<Value: Decodable>(_ index: Int, as type: Value.Type = Value.self) throws -> Value {
        precondition(index >= 0, "The first argument has the number 0")
        do {
            return try WireDecoder.decode(type, from: arguments.node(at: index), path: .argument(index))
        } catch {
            throw BadArgument(error)
        }
    }

    /// Puts another value in the place of an argument.
    ///
    /// - Parameters:
    ///   - index: Its place, from 0.
    ///   - value: What the function gets; nil is `undefined`.
    /// - Throws: ``BridgeError/badArgument(_:)`` for a value that cannot be encoded.
    public mutating func replaceArgument(_ index: Int, by value: some Encodable) throws(BridgeError) {
        precondition(index >= 0, "The first argument has the number 0")
        let list = try ArgumentWriter.write(value)
        do {
            let text = try WireText(list.text(), maximumDepth: .max)
            var elements = text.root.elements
            if let node = elements.next() { arguments.replace(index, by: node) }
        } catch {
            throw .badArgument("arguments[\(index)] cannot be replaced: \(error)")
        }
    }
}
