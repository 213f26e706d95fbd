internal import Foundation

extension NSArray {
    /// Its elements, without casting those that are arrays and dictionaries to Swift's types.
    ///
    /// Foundation on Linux casts them whenever an element is read, and calls itself until the stack is used up if the
    /// array contains itself. The mirror of its own classes shows the stored objects.
    var elementsAsStored: [Any] {
        if let array = self as? JavaScriptArray { return array.elements }
        if type(of: self) == NSArray.self || type(of: self) == NSMutableArray.self {
            let children = Mirror(reflecting: self).children
            if children.count == count { return children.map(\.value) }
        }
        return (0..<count).map { object(at: $0) }
    }
}

extension NSDictionary {
    /// Its entries, without casting those that are arrays and dictionaries to Swift's types.
    var entriesAsStored: [(key: Any, value: Any)] {
        if let dictionary = self as? JavaScriptDictionary { return dictionary.entries.map { ($0.key, $0.value) } }
        if type(of: self) == NSDictionary.self || type(of: self) == NSMutableDictionary.self {
            let entries = Mirror(reflecting: self).children.compactMap {
                $0.value as? (key: NSObject, value: AnyObject)
            }
            if entries.count == count { return entries.map { ($0.key, $0.value) } }
        }
        return allKeys.map { ($0, object(forKey: $0) ?? NSNull()) }
    }
}

extension Decimal {
    /// The double nearest to it; Foundation's own conversion is off by several units in the last place.
    var nearestDouble: Double {
        Double(description) ?? .nan
    }
}
