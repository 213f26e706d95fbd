internal import Foundation

/// Builds the codec text of a value, without recursion; the grammar is at the head of `codec.js`.
struct JavaScriptTextBuilder {
    /// An array or dictionary whose elements are being written.
    private struct Frame {
        /// Its keys, nil for an array.
        let keys: [String]?
        let elements: [Any]
        var next = 0
    }

    /// What makes two occurrences one object.
    private enum Identity: Hashable {
        case object(ObjectIdentifier)
        case place(ObjectIdentifier, index: Int)
    }

    private var writer = JavaScriptTextWriter()
    private var frames: [Frame] = []
    private var containerCount = 0
    /// The objects that were written. They are kept alive, so that no other gets the address of one.
    private var written: [Identity: (index: Int, object: AnyObject)] = [:]
    private var referenced: Set<Int> = []
    private var isTagged = false

    // Foundation on Linux has one object for each Boolean; no other NSNumber is the same object.
    private static let yes = NSNumber(value: true)
    private static let no = NSNumber(value: false)

    mutating func text(of root: Any?) throws(JavaScriptEncodingError) -> String {
        guard let root = root.flatMap(unwrapped) else { return "undefined" }
        if type(of: root) == String.self, let string = root as? String, !Self.hasNUL(string) {
            return "'" + string
        }
        try write(root)
        while let last = frames.indices.last {
            let next = frames[last].next
            if next == frames[last].elements.count {
                writer.append(frames[last].keys == nil ? UInt8(ascii: "]") : UInt8(ascii: "}"))
                frames.removeLast()
                continue
            }
            frames[last].next = next + 1
            if next > 0 { writer.append(UInt8(ascii: ",")) }
            if let keys = frames[last].keys {
                writer.append(string: keys[next])
                writer.append(UInt8(ascii: ":"))
            }
            try write(frames[last].elements[next])
            guard writer.count <= JavaScriptValueLimits.maximumByteCount else {
                throw .tooLarge(limit: JavaScriptValueLimits.maximumByteCount)
            }
        }
        guard isTagged else { return writer.text }
        return "~" + referenced.sorted().map(String.init).joined(separator: ",") + ":" + writer.text
    }
}

// MARK: Values

extension JavaScriptTextBuilder {
    private static func hasNUL(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { characters in
            characters.baseAddress.map { memchr($0, 0, characters.count) != nil } ?? false
        }
    }
}

extension JavaScriptTextBuilder {
    private mutating func write(_ value: Any) throws(JavaScriptEncodingError) {
        // Comparing types is several times faster than casting, and says what a value is, not what it could become.
        let type = type(of: value)
        if type == String.self, let string = value as? String {
            writer.append(string: string)
        } else if type == Int.self, let number = value as? Int {
            writer.append(number.description)
        } else if type == Double.self, let number = value as? Double {
            write(number: number)
        } else if type == Bool.self, let isTrue = value as? Bool {
            writer.append(isTrue ? "true" : "false")
        } else if type == [String: Any].self, let dictionary = value as? [String: Any] {
            try open(keys: Array(dictionary.keys), elements: Array(dictionary.values))
        } else if type == [Any].self, let array = value as? [Any] {
            try open(keys: nil, elements: array)
        } else if type is AnyClass {
            try write(object: value as AnyObject)
        } else {
            try write(other: value)
        }
    }

    private mutating func write(object: AnyObject) throws(JavaScriptEncodingError) {
        switch object {
        case let number as NSNumber: write(number: number)
        case let string as NSString: writer.append(string: String(describing: string))
        case is NSNull: writer.append("null")
        case let date as NSDate: write(date: date.timeIntervalSince1970)
        case let array as NSArray:
            if isNew(array) { try open(keys: nil, elements: array.elementsAsStored) }
        case let dictionary as NSDictionary:
            if isNew(dictionary) { try open(dictionary.entriesAsStored) }
        default: throw unsupported(object)
        }
    }

    private mutating func write(other value: Any) throws(JavaScriptEncodingError) {
        switch value {
        case let optional as any OptionalValue:
            guard let wrapped = unwrapped(optional) else { return writer.append("null") }
            try write(wrapped)
        case let string as Substring: writer.append(string: String(string))
        case let number as any FixedWidthInteger: writer.append(number.description)
        case let number as any BinaryFloatingPoint: write(number: Double(number))
        case let number as Decimal: write(number: number.nearestDouble)
        case let date as Date: write(date: date.timeIntervalSince1970)
        case let hashable as AnyHashable where type(of: value) == AnyHashable.self: try write(hashable.base)
        case let array as [Any]: try open(keys: nil, elements: array)
        case let dictionary as [AnyHashable: Any]: try open(dictionary.map { ($0.key.base, $0.value) })
        default: throw unsupported(value)
        }
    }

    private mutating func write(number: NSNumber) {
        if number === Self.yes || number === Self.no {
            writer.append(number.boolValue ? "true" : "false")
        } else if let decimal = number as? NSDecimalNumber {
            write(number: decimal.decimalValue.nearestDouble)
        } else {
            write(number: number.doubleValue)
        }
    }

    private mutating func write(number: Double) {
        if number.isFinite {
            writer.append(number: number)
        } else {
            isTagged = true
            writer.append(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
        }
    }

    private mutating func write(date seconds: TimeInterval) {
        isTagged = true
        // Swift counts from 2001, so whole milliseconds since 1970 come back a little off.
        let milliseconds = (seconds * 1000).rounded()
        writer.append(UInt8(ascii: "@"))
        if abs(milliseconds) <= 8.64e15 { writer.append(number: milliseconds) } else { writer.append("NaN") }
    }

    private func unwrapped(_ value: Any) -> Any? {
        var value = value
        while let optional = value as? any OptionalValue {
            guard let wrapped = optional.wrappedValue else { return nil }
            value = wrapped
        }
        return value
    }
}

// MARK: Arrays and dictionaries

extension JavaScriptTextBuilder {
    private mutating func open(keys: [String]?, elements: [Any]) throws(JavaScriptEncodingError) {
        guard frames.count < JavaScriptValueLimits.maximumDepth else {
            throw .tooDeep(limit: JavaScriptValueLimits.maximumDepth)
        }
        containerCount += 1
        writer.append(keys == nil ? UInt8(ascii: "[") : UInt8(ascii: "{"))
        frames.append(Frame(keys: keys, elements: elements))
    }

    private mutating func open(_ entries: [(key: Any, value: Any)]) throws(JavaScriptEncodingError) {
        var keys: [String] = []
        keys.reserveCapacity(entries.count)
        for (key, _) in entries {
            switch key {
            case let key as String: keys.append(key)
            default: throw .nonStringKey(path: path, typeName: String(describing: type(of: key)))
            }
        }
        try open(keys: keys, elements: entries.map(\.value))
    }

    /// Writes a reference to an object that has been written before.
    ///
    /// - Returns: True if it has not been, and is to be written now.
    private mutating func isNew(_ object: AnyObject) -> Bool {
        let identity: Identity =
            switch object {
            case let array as JavaScriptArray: .place(ObjectIdentifier(array.graph), index: array.index)
            case let dictionary as JavaScriptDictionary:
                .place(ObjectIdentifier(dictionary.graph), index: dictionary.index)
            default: .object(ObjectIdentifier(object))
            }
        guard let index = written[identity]?.index else {
            written[identity] = (containerCount, object)
            return true
        }
        isTagged = true
        referenced.insert(index)
        writer.append(UInt8(ascii: "#"))
        writer.append(index.description)
        return false
    }
}

// MARK: Errors

extension JavaScriptTextBuilder {
    private func unsupported(_ value: Any) -> JavaScriptEncodingError {
        .unsupportedType(path: path, typeName: String(describing: type(of: value)))
    }

    /// The way from the root to the value being written.
    private var path: String {
        var path = ""
        for frame in frames {
            guard let key = frame.keys?[frame.next - 1] else {
                path += "[\(frame.next - 1)]"
                continue
            }
            let isName = !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            path += isName ? (path.isEmpty ? key : "." + key) : "[\(String(reflecting: key))]"
        }
        return path
    }
}
