/// Takes the arguments of a call one after the other.
struct ArgumentReader {
    private let arguments: CallArguments
    private var rest: WireElements
    private var index = 0

    init(_ arguments: CallArguments, parameterCount: Int) throws {
        self.arguments = arguments
        rest = arguments.node.elements
        guard arguments.count <= parameterCount else {
            throw BadArgument(
                path: "arguments", expected: Self.count(parameterCount), found: Self.count(arguments.count))
        }
    }

    mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
        defer { index += 1 }
        let sent = rest.next()
        let replacement = arguments.replacement(at: index)
        do {
            return try WireDecoder.decode(
                type, from: replacement ?? sent, path: .argument(index),
                reference: replacement == nil ? arguments.references[index] : nil)
        } catch {
            throw BadArgument(error)
        }
    }

    private static func count(_ number: Int) -> String { number == 1 ? "1 argument" : "\(number) arguments" }
}
