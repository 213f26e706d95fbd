internal import Foundation

/// What the decoders and containers of one value share.
///
/// The tape is read at any place, in any order. The steps are those to the value that is being decoded.
final class WireDecoding {
    /// A step of a path, in one word.
    struct Step {
        /// An index; or of a key, the complement of the index of its entry.
        let rawValue: Int

        static func index(_ index: Int) -> Step { Step(rawValue: index) }
        static func key(_ entry: Int) -> Step { Step(rawValue: ~entry) }
    }

    let tape: WireTape
    /// Where the whole value is; the path is made when an error tells of it.
    let root: WireRoot
    /// The steps from there to the value that this decodes, which is a part of the whole in a nested container.
    let base: [WireStep]
    @exclusivity(unchecked) var steps: [Step] = []
    /// The object in which a key was found last, and the index of the key after it.
    @exclusivity(unchecked) private var hint = (object: 0, key: 0)
    /// Made when a part of the value needs it.
    private lazy var kinds = WireTypeCache<WireDecodingKind>()
    /// The index of the whole value, if it stands for something in the page, and what that is.
    var reference: (index: Int, value: PageReference)?
    /// Where an error was first seen that does not say so itself, and to how many steps it has come since.
    var origin: (steps: [Step], index: Int, depth: Int)?

    init(tape: WireTape, root: WireRoot) {
        self.tape = tape
        self.root = root
        base = []
    }

    /// For a part of the value of another, which may be read at any time.
    init(partOf whole: WireDecoding, at step: WireStep) {
        tape = whole.tape
        root = whole.root
        base = whole.wireSteps + [step]
        kinds = whole.kinds
    }

    // MARK: Values

    /// Decodes a value of a type that is none of the standard library's scalar types.
    func decodeOther<Value: Decodable>(_ type: Value.Type, at index: Int, step: Step?) throws -> Value {
        // The outermost type is asked for once.
        let kind =
            step == nil && base.isEmpty && steps.isEmpty
            ? WireDecodingKind(type) : kinds.finding(for: type, orElse: WireDecodingKind.init)
        if kind.isFlat { return try flat(type, at: index, step: step) }
        if let step { steps.append(step) }
        do {
            let value: Value
            switch kind {
            case .array(let type): value = try type.decode(as: Value.self, from: self, at: index)
            case .object(let type): value = try type.decode(as: Value.self, from: self, at: index)
            case .optional(let type): value = try type.decode(as: Value.self, from: self, at: index)
            default: value = try Value(from: WireValueDecoder(decoding: self, index: index))
            }
            if step != nil { steps.removeLast() }
            return value
        } catch {
            noteError(at: index, depth: step == nil ? steps.count : steps.count - 1)
            if step != nil { steps.removeLast() }
            throw error
        }
    }

    /// Remembers where an error comes from, while it is on its way out.
    private func noteError(at index: Int, depth: Int) {
        if let origin, origin.depth == steps.count {
            self.origin?.depth = depth
        } else {
            origin = (steps, index, depth)
        }
    }

    /// Whether a type is an optional of a type that can be read.
    func isOptional(_ type: Any.Type) -> Bool {
        kinds.finding(for: type, orElse: WireDecodingKind.init).isOptional
    }

    // MARK: Arrays and objects read at once

    func elements<Element: Decodable>(_ type: Element.Type, at index: Int) throws -> [Element] {
        let entry = tape.entries[index]
        guard entry.kind == .array else { throw mismatch(Array<Element>.self, "an array", at: index, step: nil) }
        var result: [Element] = []
        result.reserveCapacity(entry.count)
        var position = Int(entry.start)
        for number in 0..<entry.count {
            result.append(try decode(type, at: position, step: .index(number)))
            position = tape.index(after: position)
        }
        return result
    }

    func members<Element: Decodable>(_ type: Element.Type, at index: Int) throws -> [String: Element] {
        let entry = tape.entries[index]
        guard entry.kind == .object else {
            throw mismatch(Dictionary<String, Element>.self, "an object", at: index, step: nil)
        }
        var result: [String: Element] = [:]
        result.reserveCapacity(entry.count)
        var position = Int(entry.start)
        for _ in 0..<entry.count {
            let key = tape.liveKey(from: position)
            result[tape.string(at: key)] = .some(try decode(type, at: key + 1, step: .key(key)))
            position = tape.index(after: key + 1)
        }
        return result
    }

    // MARK: Members

    /// The index of the value of a member; nil if there is none.
    ///
    /// Keys are mostly asked for in their order, so that the next one is tried first.
    @inline(__always)
    func member(_ key: String, of object: Int) -> Int? {
        let entry = tape.entries[object]
        let end = entry.next
        let found =
            if hint.object == object, hint.key < end {
                tape.member(key, of: object, hint: hint.key)
            } else {
                tape.member(key, of: object)
            }
        if let found { noteMember(found, of: object) }
        return found
    }

    /// Expects the key after a value next, also after other objects were read.
    @inline(__always)
    func noteMember(_ value: Int, of object: Int) {
        hint = (object, tape.index(after: value))
    }
}
