/// A function that a page passed, for Swift to call.
///
/// ```swift
/// bridge.function("upload", "name", "progress") { (service: Self, name: String, progress: Callback<Void, Double>) in
///     for try await fraction in service.upload(name) { try await progress(fraction) }
/// }
/// ```
///
/// The page calls `files.upload("a.png", fraction => bar.value = fraction)`. It is an argument by itself, or an optional
/// one, and never a part of another. The page keeps the function until this is released or nothing refers to it any more.
/// It keeps neither the document nor the bridge.
public final class Callback<Result, each Argument>: Sendable {
    let reference: PageReference

    init(_ reference: PageReference) {
        self.reference = reference
    }

    /// Lets the page forget the function. Calls that wait go on; new ones throw ``BridgeError/givenUp``. Doing so again
    /// changes nothing.
    public func release() {
        reference.release()
    }

    /// Whether the function can be called still: it was not released, and its document has not gone.
    @MainActor
    public var isCallable: Bool { reference.isValid && (try? reference.link.document()) != nil }
}

extension Callback: Decodable {
    /// Reads what a page passed; from other decoders than the bridge's it throws.
    public convenience init(from decoder: any Decoder) throws {
        self.init(try PageReference.decode(.function, as: Self.self, from: decoder))
    }
}

extension Callback: PageReferenceDescribing {
    static var schema: TypeSchema {
        var arguments: [TypeSchema] = []
        for type in repeat (each Argument).self { arguments.append(.of(type)) }
        return .function(arguments: arguments, result: Result.self == Void.self ? .void : .of(Result.self))
    }
}

extension Callback where repeat each Argument: Encodable, Result: Decodable {
    /// Calls the function and waits for its result, or for what its promise resolves with.
    ///
    /// Cancelling the task aborts the AbortSignal that the function gets after its arguments.
    ///
    /// - Parameters:
    ///   - arguments: Data for the function.
    ///   - timeout: How long to wait. The default is half a minute.
    /// - Throws: ``BridgeError``; ``BridgeError/pageGone(_:)`` when the document has gone, and
    ///   ``BridgeError/givenUp`` after ``release()``.
    @MainActor
    public func callAsFunction(
        _ arguments: repeat each Argument, timeout: Duration = .seconds(30)
    ) async throws(BridgeError) -> Result {
        let list = try ArgumentWriter.write(repeat each arguments)
        let node = try await reference.call(list, timeout)
        do {
            return try WireDecoder.decode(Result.self, from: node, path: "result")
        } catch {
            throw BridgeError(error)
        }
    }
}

extension Callback where repeat each Argument: Encodable, Result == Void {
    /// Calls the function and waits until it has returned, or its promise is settled; what it gives is dropped.
    ///
    /// - Parameters:
    ///   - arguments: Data for the function.
    ///   - timeout: How long to wait. The default is half a minute.
    /// - Throws: ``BridgeError``, as for functions with a result.
    @MainActor
    public func callAsFunction(
        _ arguments: repeat each Argument, timeout: Duration = .seconds(30)
    ) async throws(BridgeError) {
        _ = try await reference.call(try ArgumentWriter.write(repeat each arguments), timeout)
    }
}

extension PageReference {
    /// Calls the function that the page passed.
    @MainActor
    fileprivate func call(_ arguments: WireWriter, _ timeout: Duration) async throws(BridgeError) -> WireNode? {
        let document = try link.document()
        guard isValid else { throw .givenUp }
        return try await document.call(.passed(self), arguments: arguments, timeout: timeout).value()
    }
}
