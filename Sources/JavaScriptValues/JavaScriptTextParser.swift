internal import Foundation

/// Builds values from codec text, without recursion; the grammar is at the head of `codec.js`.
struct JavaScriptTextParser {
    /// An array or object that has begun and not ended.
    private struct Frame {
        let isArray: Bool
        /// Its number in the text, counted from 0.
        let index: Int
        /// Where its elements begin in `values`, and its keys in `keys`.
        let firstValue: Int
        let firstKey: Int
        /// How many values it stands for, itself included.
        var weight = 1
        /// Where to go on after it, if a reference led here; else nil.
        let resumption: Resumption?
    }

    private struct Resumption {
        let position: Int
        let containerCount: Int
    }

    /// An array or object that references point at.
    private enum Target {
        case announced
        case open(isArray: Bool, containsItself: Bool)
        case complete(value: Any, weight: Int)
    }

    private var scanner: JavaScriptTextScanner
    private var frames: [Frame] = []
    private var values: [Any] = []
    private var keys: [String] = []
    private var containerCount = 0
    private var targets: [Int: Target] = [:]
    private var graph: JavaScriptGraph?
    /// Whether this reads a part of a text that has been read, so that the graph knows where everything begins.
    private var isReadingAgain = false

    private static let smallNumbers = (0..<256).map { NSNumber(value: $0) }
    private static let yes = NSNumber(value: true)
    private static let no = NSNumber(value: false)

    /// - Parameter bytes: The text, which must outlive the parser.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        scanner = unsafe JavaScriptTextScanner(bytes)
    }

    /// Reads a whole text.
    mutating func parseText() throws(JavaScriptDecodingError) -> Any {
        if scanner.accept(UInt8(ascii: "~")) { try parseReferencedIndices() }
        let value = try parseValue()
        guard scanner.isAtEnd else { throw .malformed(offset: scanner.position) }
        return value
    }

    /// Reads one array or object of a text that has been read before.
    ///
    /// - Parameters:
    ///   - index: Its number in the text.
    ///   - graph: Where all that references point at begins.
    /// - Returns: An array or a dictionary, even if it contains itself.
    mutating func parseContents(of index: Int, in graph: JavaScriptGraph) throws(JavaScriptDecodingError) -> Any {
        self.graph = graph
        isReadingAgain = true
        scanner.jump(to: graph.offsets[index] ?? 0)
        containerCount = index
        return try parseValue(isContents: true)
    }
}

// MARK: Structure

extension JavaScriptTextParser {
    private mutating func parseReferencedIndices() throws(JavaScriptDecodingError) {
        if scanner.accept(UInt8(ascii: ":")) { return }
        repeat {
            targets[try scanner.readIndex()] = .announced
        } while scanner.accept(UInt8(ascii: ","))
        try scanner.expect(UInt8(ascii: ":"))
        graph = JavaScriptGraph(text: scanner.text)
    }

    private mutating func parseValue(isContents: Bool = false) throws(JavaScriptDecodingError) -> Any {
        while true {
            var value: Any?
            var weight = 1
            switch scanner.current {
            case UInt8(ascii: "["): try open(isArray: true, resumption: nil)
            case UInt8(ascii: "{"): try open(isArray: false, resumption: nil)
            case UInt8(ascii: "#"): value = try parseReference(weight: &weight)
            default: value = try parseScalar()
            }
            // Ends what is complete, up to the first that goes on.
            while true {
                guard let last = frames.indices.last else { return value ?? NSNull() }
                if let value {
                    values.append(value)
                    frames[last].weight += weight
                    if frames[last].weight > JavaScriptValueLimits.maximumValueCount {
                        throw .tooLarge(limit: JavaScriptValueLimits.maximumValueCount)
                    }
                }
                let frame = frames[last]
                if scanner.accept(UInt8(ascii: frame.isArray ? "]" : "}")) {
                    frames.removeLast()
                    weight = frame.weight
                    value = close(frame, keepsContents: isContents && frames.isEmpty)
                    continue
                }
                if values.count > frame.firstValue { try scanner.expect(UInt8(ascii: ",")) }
                if !frame.isArray {
                    keys.append(try scanner.readString())
                    try scanner.expect(UInt8(ascii: ":"))
                }
                break
            }
        }
    }

    private mutating func open(isArray: Bool, resumption: Resumption?) throws(JavaScriptDecodingError) {
        guard frames.count < JavaScriptValueLimits.maximumDepth else {
            throw .tooDeep(limit: JavaScriptValueLimits.maximumDepth)
        }
        let index = containerCount
        containerCount += 1
        if graph != nil, case .announced = target(index) {
            targets[index] = .open(isArray: isArray, containsItself: false)
            graph?.noteOffset(scanner.position, of: index)
        }
        frames.append(
            Frame(
                isArray: isArray, index: index, firstValue: values.count, firstKey: keys.count, resumption: resumption))
        scanner.jump(to: scanner.position + 1)
    }

    private func target(_ index: Int) -> Target? {
        if let target = targets[index] { return target }
        return isReadingAgain && graph?.offsets[index] != nil ? .announced : nil
    }

    private mutating func close(_ frame: Frame, keepsContents: Bool) -> Any {
        var value: Any
        if frame.isArray {
            value = Array(values[frame.firstValue...])
        } else {
            var dictionary = [String: Any](minimumCapacity: keys.count - frame.firstKey)
            for (key, value) in zip(keys[frame.firstKey...], values[frame.firstValue...]) { dictionary[key] = value }
            keys.removeSubrange(frame.firstKey...)
            value = dictionary
        }
        values.removeSubrange(frame.firstValue...)
        if let graph, case .open(_, let containsItself) = targets[frame.index] {
            if containsItself, frame.isArray, !keepsContents {
                value = JavaScriptArray(graph: graph, index: frame.index)
            }
            targets[frame.index] = .complete(value: value, weight: frame.weight)
        }
        if let resumption = frame.resumption {
            scanner.jump(to: resumption.position)
            containerCount = resumption.containerCount
        }
        return value
    }

    /// Reads a reference.
    ///
    /// - Returns: What it points at, or nil if that has been opened to be read first.
    private mutating func parseReference(weight: inout Int) throws(JavaScriptDecodingError) -> Any? {
        let start = scanner.position
        try scanner.expect(UInt8(ascii: "#"))
        let index = try scanner.readIndex()
        guard let graph, let target = target(index) else { throw .badReference(offset: start) }
        switch target {
        case .complete(let value, let targetWeight):
            weight = targetWeight
            return value
        case .open(let isArray, _):
            targets[index] = .open(isArray: isArray, containsItself: true)
            return isArray
                ? JavaScriptArray(graph: graph, index: index) as Any
                : JavaScriptDictionary(graph: graph, index: index) as Any
        case .announced:
            // Only when a part of a text is read can what is referred to stand outside of it.
            guard let offset = graph.offsets[index] else { throw .badReference(offset: start) }
            let resumption = Resumption(position: scanner.position, containerCount: containerCount)
            scanner.jump(to: offset)
            containerCount = index
            try open(isArray: scanner.current == UInt8(ascii: "["), resumption: resumption)
            return nil
        }
    }
}

// MARK: Scalars

extension JavaScriptTextParser {
    private mutating func parseScalar() throws(JavaScriptDecodingError) -> Any {
        switch scanner.current {
        case UInt8(ascii: "\""):
            return try scanner.readString()
        case UInt8(ascii: "t"):
            try scanner.expect("true")
            return Self.yes
        case UInt8(ascii: "f"):
            try scanner.expect("false")
            return Self.no
        case UInt8(ascii: "n"):
            try scanner.expect("null")
            return NSNull()
        case UInt8(ascii: "@"):
            try scanner.expect(UInt8(ascii: "@"))
            let milliseconds = try parseNumber()
            // An invalid Date. Foundation on Linux stops the program when such a `Date` is printed, and any page can send
            // one, so it is null here; JSON makes it null too.
            guard milliseconds.isFinite else { return NSNull() }
            return Date(timeIntervalSince1970: milliseconds / 1000)
        default:
            let number = try parseNumber()
            // Whole numbers print as on Apple's platforms that way: 7, where a double prints as 7.0 on Linux.
            guard let whole = Int(exactly: number), abs(whole) <= 1 << 53, whole != 0 || number.sign == .plus else {
                return NSNumber(value: number)
            }
            return 0..<256 ~= whole ? Self.smallNumbers[whole] : NSNumber(value: whole)
        }
    }

    private mutating func parseNumber() throws(JavaScriptDecodingError) -> Double {
        switch scanner.current {
        case UInt8(ascii: "N"):
            try scanner.expect("NaN")
            return .nan
        case UInt8(ascii: "I"):
            try scanner.expect("Infinity")
            return .infinity
        case UInt8(ascii: "-") where scanner.next == UInt8(ascii: "I"):
            try scanner.expect("-Infinity")
            return -.infinity
        default:
            return try scanner.readNumber()
        }
    }
}
