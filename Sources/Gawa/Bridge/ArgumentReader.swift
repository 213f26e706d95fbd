/// Takes the arguments of a call one after the other.
struct ArgumentReader {
    private var rest: [WireNode]
    private var index = 0

    init(_ arguments: WireNode, parameterCount: Int) throws {
        rest = Array(arguments.elements)
        guard rest.count <= parameterCount else {
            throw BadArgument(
                path: "arguments", expected: Self.count(parameterCount), found: Self.count(rest.count))
        }
    }

    mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
        defer { index += 1 }
        let node = index < rest.count ? rest[index] : nil
        do {
            return try WireDecoder.decode(type, from: node, path: "arguments[\(index)]")
        } catch {
            throw BadArgument(error)
        }
    }

    private static func count(_ number: Int) -> String { number == 1 ? "1 argument" : "\(number) arguments" }
}
