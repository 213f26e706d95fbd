package import Foundation

/// An array, come from JavaScript, that contains itself.
///
/// It casts to `[Any]`, one level at a time. Two are equal if they stand for the same JavaScript array.
package final class JavaScriptArray: NSArray {
    let graph: JavaScriptGraph
    let index: Int
    private let lock = NSLock()
    private var cachedElements: [Any]?

    init(graph: JavaScriptGraph, index: Int) {
        self.graph = graph
        self.index = index
        unsafe super.init(objects: nil, count: 0)
    }

    package required init(objects: UnsafePointer<AnyObject>?, count: Int) {
        graph = JavaScriptGraph(text: [])
        index = 0
        cachedElements = (0..<count).map { unsafe objects?[$0] as Any }
        unsafe super.init(objects: nil, count: 0)
    }

    package required convenience init(arrayLiteral elements: Any...) {
        unsafe self.init(objects: nil, count: 0)
        cachedElements = elements
    }

    package required convenience init?(coder: NSCoder) {
        return nil
    }

    package override var count: Int { elements.count }

    package override func object(at index: Int) -> Any { elements[index] }

    package override func isEqual(_ other: Any?) -> Bool {
        guard let other = other as? JavaScriptArray else { return false }
        return other === self || other.graph === graph && other.index == index
    }

    package override var hash: Int { index }

    package override func copy(with zone: NSZone? = nil) -> Any { self }

    // Foundation's would never end.
    package override var description: String { "(...)" }
    package override func description(withLocale locale: Locale?, indent level: Int) -> String { description }

    /// Its elements, in which it is met again as another object.
    var elements: [Any] {
        lock.withLock {
            if let cachedElements { return cachedElements }
            let elements = graph.elements(of: index)
            cachedElements = elements
            return elements
        }
    }
}
