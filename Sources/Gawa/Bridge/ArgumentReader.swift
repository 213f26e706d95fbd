/// Takes the arguments of a call one after the other.
struct ArgumentReader {
    private var rest: WireElements
    private var index = 0

    init(_ arguments: WireNode, parameterCount: Int) throws {
        rest = arguments.elements
        guard arguments.count <= parameterCount else {
            throw BadArgument(
                path: "arguments", expected: Self.count(parameterCount), found: Self.count(arguments.count))
        }
    }

    mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
        defer { index += 1 }
        do {
            return try WireDecoder.decode(type, from: rest.next(), path: .argument(index))
        } catch {
            throw BadArgument(error)
        }
    }

    private static func count(_ number: Int) -> String { number == 1 ? "1 argument" : "\(number) arguments" }
}
