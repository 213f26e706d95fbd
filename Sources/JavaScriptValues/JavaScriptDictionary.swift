package import Foundation

/// A JavaScript object met again inside itself.
///
/// Its entries are read with `object(forKey:)`, `allKeys` and their like; Foundation on Linux casts no dictionary class
/// but its own to `[String: Any]`, and gives an empty one. Two are equal if they stand for the same JavaScript object.
package final class JavaScriptDictionary: NSDictionary {
    let graph: JavaScriptGraph
    let index: Int
    private let lock = NSLock()
    private var cachedEntries: [String: Any]?

    init(graph: JavaScriptGraph, index: Int) {
        self.graph = graph
        self.index = index
        unsafe super.init(objects: nil, forKeys: nil, count: 0)
    }

    package required init(objects: UnsafePointer<AnyObject>!, forKeys keys: UnsafePointer<NSObject>!, count: Int) {
        graph = JavaScriptGraph(text: [])
        index = 0
        cachedEntries = [:]
        unsafe super.init(objects: nil, forKeys: nil, count: 0)
    }

    package required convenience init(dictionaryLiteral elements: (Any, Any)...) {
        unsafe self.init(objects: nil, forKeys: nil, count: 0)
        for case (let key as String, let value) in elements { cachedEntries?[key] = value }
    }

    package required convenience init?(coder: NSCoder) {
        return nil
    }

    package override var count: Int { entries.count }

    package override func object(forKey key: Any) -> Any? {
        (key as? String).flatMap { entries[$0] }
    }

    package override func keyEnumerator() -> NSEnumerator {
        NSArray(array: Array(entries.keys)).objectEnumerator()
    }

    package override func isEqual(_ other: Any?) -> Bool {
        guard let other = other as? JavaScriptDictionary else { return false }
        return other === self || other.graph === graph && other.index == index
    }

    package override var hash: Int { index }

    package override func copy(with zone: NSZone? = nil) -> Any { self }

    // Foundation's would never end.
    package override var description: String { "{...}" }
    package override func description(withLocale locale: Locale?, indent level: Int) -> String { description }

    /// Its entries, in which it is met again as another object.
    var entries: [String: Any] {
        lock.withLock {
            if let cachedEntries { return cachedEntries }
            let entries = graph.entries(of: index)
            cachedEntries = entries
            return entries
        }
    }
}
