/// What a function gave, as a middleware sees it.
public struct BridgeResult: Sendable {
    var encoded: EncodedResult
    /// The items of a stream or an event that was opened.
    var items: ItemSource?

    init(_ encoded: EncodedResult) {
        self.encoded = encoded
    }

    init(_ items: ItemSource) {
        encoded = EncodedResult()
        self.items = items
    }

    /// No result: `undefined`.
    public static var nothing: BridgeResult { BridgeResult(EncodedResult()) }

    /// Makes a result of a value.
    ///
    /// - Throws: The error that the page gets for a result that cannot be encoded.
    public init(_ value: some Encodable) throws {
        encoded = try EncodedResult(encoding: value)
    }

    /// Whether this stands for the items of a stream or an event: the middleware must return it as it is.
    public var isStream: Bool { items != nil }

    /// Reads the result.
    ///
    /// - Throws: ``BridgeError/badResult(path:expected:found:)``.
    public func value<Value: Decodable>(as type: Value.Type = Value.self) throws(BridgeError) -> Value {
        do {
            let text = try encoded.value.map { try WireText($0.text(), maximumDepth: .max) }
            return try WireDecoder.decode(type, from: text?.root, path: "result")
        } catch let error as WireDecodingError {
            throw BridgeError(error)
        } catch {
            throw .badResult(path: "result", expected: "a value", found: "\(error)")
        }
    }
}
