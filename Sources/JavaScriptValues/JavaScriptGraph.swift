internal import Foundation

/// A text whose value contains itself, or part of itself more than once.
///
/// Objects that hold each other would never be freed, and Foundation on Linux, casting such an `NSArray` or
/// `NSDictionary` to a Swift type, calls itself until the stack is used up. So what refers to an enclosing array or
/// object is an object that knows its place in the text and reads it when it is asked: nothing holds itself.
final class JavaScriptGraph {
    /// Where the arrays and objects that references point at begin, in bytes, by their number in the text.
    private(set) var offsets: [Int: Int] = [:]
    private let text: [UInt8]

    init(text: [UInt8]) {
        self.text = text
    }

    func noteOffset(_ offset: Int, of index: Int) {
        offsets[index] = offset
    }

    func elements(of index: Int) -> [Any] {
        contents(of: index) as? [Any] ?? []
    }

    func entries(of index: Int) -> [String: Any] {
        contents(of: index) as? [String: Any] ?? [:]
    }

    /// Reads an array or object again. The text has been read once, so it cannot fail, but for a hostile one that
    /// exceeds a limit only from another point of entry.
    private func contents(of index: Int) -> Any? {
        unsafe text.withUnsafeBufferPointer { bytes in
            var parser = unsafe JavaScriptTextParser(bytes)
            return try? parser.parseContents(of: index, in: self)
        }
    }
}
