internal import Foundation

/// The place that the encoders and containers of one value write to.
///
/// The text grows at its end. An encoder or container may write only while its place is the innermost open one, which
/// holds for every value that is written within the call that encodes it. What a type opens to write in any order, its
/// nested and super containers, are sinks of their own, put in their places in the end.
final class WireEncodingSink {
    /// A place for one value, or the array or object that it has become.
    struct Level {
        enum Kind { case empty, complete, array, object, failed }

        var kind = Kind.empty
        /// Whether an object is written inside a tag, for its key `$`.
        var isWrapped = false
        let serial: UInt32
        var count = 0
        /// The byte at which it begins.
        let start: Int
        let stepCount: Int
        let depth: Int
    }

    /// Names a level, so that a stale container does not take another for its own.
    struct LevelID {
        let index: Int32
        let serial: UInt32
    }

    /// Where to go back to when a value fails and the `encode(to:)` around it goes on.
    struct Mark {
        let utf8Count: Int
        let hasTags: Bool
    }

    struct Child {
        var position: Int
        let parent: UInt32
        let key: String?
        let sink: WireEncodingSink
    }

    let maximumDepth: Int
    // Touched by one call at a time: nothing that is called during an access leads back to the sink.
    @exclusivity(unchecked) var writer = WireWriter()
    @exclusivity(unchecked) var levels: [Level] = []
    @exclusivity(unchecked) var steps: [WireStep]
    @exclusivity(unchecked) var depth: Int
    var children: [Child] = []
    /// What a call that cannot throw found wrong; the whole value fails with it.
    var failure: WireEncodingError?
    /// Made when a part of the value needs it.
    private lazy var kinds = WireTypeCache<WireEncodingKind>()
    private var nextSerial: UInt32 = 0

    init(maximumDepth: Int) {
        steps = []
        depth = 0
        self.maximumDepth = maximumDepth
    }

    /// A sink for a part of the value of another.
    init(partOf parent: WireEncodingSink, steps: [WireStep]) {
        self.steps = steps
        depth = parent.depth
        maximumDepth = parent.maximumDepth
        kinds = parent.kinds
    }

    var codingPath: [any CodingKey] { steps.map(\.codingKey) }

    // MARK: Values

    /// Writes a value at the end.
    ///
    /// On an error, the levels and steps are left as they are; who catches it goes back to a mark, or gives up.
    @inline(__always)
    func write<Value: Encodable>(_ value: Value, at step: @autoclosure () -> WireStep) throws {
        if try writer.append(scalar: value) { return }
        try writeOther(value, at: step())
    }

    private func writeOther<Value: Encodable>(_ value: Value, at step: WireStep) throws {
        let kind = kinds.finding(for: Value.self, orElse: WireEncodingKind.init)
        if kind.isFlat { return try writeFlat(value, kind) }
        steps.append(step)
        try writeNested(value, kind)
        steps.removeLast()
    }

    /// Writes the value that all is about.
    func writeRoot<Value: Encodable>(_ value: Value, _ kind: WireEncodingKind) throws {
        if kind.isFlat { try writeFlat(value, kind) } else { try writeNested(value, kind) }
    }

    @inline(__always)
    private func writeNested<Value: Encodable>(_ value: Value, _ kind: WireEncodingKind) throws {
        switch kind {
        case .array(let type): try type.write(value, to: self)
        case .object(let type): try type.write(value, to: self)
        default:
            let level = openLevel()
            try value.encode(to: WireValueEncoder(sink: self, level: level))
            try closeLevel()
        }
    }

    /// Writes a value in the place that an encoder stands for, which it makes complete.
    func write<Value: Encodable>(_ value: Value, inPlace level: LevelID) throws {
        guard isInnermost(level), levels[levels.count - 1].kind == .empty else { throw misuse }
        if try writer.append(scalar: value) { return completeLevel() }
        let kind = kinds.finding(for: Value.self, orElse: WireEncodingKind.init)
        switch kind {
        case .array(let type): try type.write(value, to: self)
        case .object(let type): try type.write(value, to: self)
        case .optional, .other: return try value.encode(to: WireValueEncoder(sink: self, level: level))
        default: try writeFlat(value, kind)
        }
        completeLevel()
    }

    func writeNull(inPlace level: LevelID) throws {
        guard isInnermost(level), levels[levels.count - 1].kind == .empty else { throw misuse }
        writer.append(raw: "null")
        completeLevel()
    }

    private func writeFlat<Value>(_ value: Value, _ kind: WireEncodingKind) throws {
        if let date = exactly(value, as: Date.self) {
            guard let milliseconds = WireDates.milliseconds(of: date) else {
                throw WireEncodingError.Problem.noCounterpart(
                    value: "the date \(date.timeIntervalSince1970) s after 1970")
            }
            writer.appendDate(milliseconds: milliseconds)
        } else if let data = exactly(value, as: Data.self) {
            writer.append(data: data)
        } else if let url = exactly(value, as: URL.self) {
            writer.append(string: url.absoluteString)
        } else if let decimal = exactly(value, as: Decimal.self) {
            guard decimal.isFinite else { throw WireEncodingError.Problem.noCounterpart(value: "the decimal NaN") }
            writer.append(string: decimal.description)
        } else {
            writer.appendTag("i", "\(value)")
        }
    }

    // MARK: Arrays and objects written at once

    func write<Element: Encodable>(elements: [Element]) throws {
        let stepCount = steps.count
        try deepen()
        writer.append(ascii: "[")
        for index in elements.indices {
            if index > 0 { writer.append(ascii: ",") }
            do {
                try write(elements[index], at: .index(index))
            } catch {
                throw locate(error, at: .index(index), stepCount: stepCount)
            }
        }
        writer.append(ascii: "]")
        depth -= 1
    }

    func write<Element: Encodable>(members: [String: Element]) throws {
        let stepCount = steps.count
        try deepen()
        let isWrapped = members["$"] != nil
        if isWrapped { writer.beginWrapping() }
        writer.append(ascii: "{")
        var isFirst = true
        for (key, value) in members {
            if isFirst { isFirst = false } else { writer.append(ascii: ",") }
            writer.append(key: key)
            do {
                try write(value, at: .key(key))
            } catch {
                throw locate(error, at: .key(key), stepCount: stepCount)
            }
        }
        writer.append(ascii: "}")
        if isWrapped { writer.append(ascii: "}") }
        depth -= 1
    }

    func deepen() throws {
        guard depth < maximumDepth else { throw WireEncodingError.Problem.tooDeep(limit: maximumDepth) }
        depth += 1
    }

    // MARK: Levels

    @inline(__always)
    func openLevel() -> LevelID {
        let serial = nextSerial
        nextSerial &+= 1
        levels.append(
            Level(serial: serial, start: writer.utf8Count, stepCount: steps.count, depth: depth))
        return LevelID(index: Int32(truncatingIfNeeded: levels.count - 1), serial: serial)
    }

    @inline(__always)
    func isInnermost(_ level: LevelID) -> Bool {
        levels.count - 1 == Int(level.index) && levels[levels.count - 1].serial == level.serial
    }

    /// Ends the innermost level.
    func closeLevel() throws {
        guard let level = levels.popLast() else { throw misuse }
        switch level.kind {
        case .complete: break
        case .array:
            writer.append(ascii: "]")
            depth -= 1
        case .object:
            writer.append(ascii: "}")
            if level.isWrapped { writer.append(ascii: "}") }
            depth -= 1
        case .empty:
            // A type that writes nothing is an object with no members.
            guard depth < maximumDepth else { throw WireEncodingError.Problem.tooDeep(limit: maximumDepth) }
            writer.append(raw: "{}")
        case .failed: throw failure ?? misuse
        }
    }

    private func completeLevel() {
        levels[levels.count - 1].kind = .complete
    }

    var misuse: WireEncodingError {
        WireEncodingError(path: path(of: steps), problem: .misused)
    }
}
