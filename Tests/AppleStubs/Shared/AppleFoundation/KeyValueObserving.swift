// Foundation's key-value observing, which Linux has not.
@_exported import Foundation
@_exported import FoundationNetworking

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var new: Self { fatalError() }
    public static var old: Self { fatalError() }
    public static var initial: Self { fatalError() }
    public static var prior: Self { fatalError() }
}

public struct NSKeyValueObservedChange<Value> {
    public var newValue: Value? { fatalError() }
    public var oldValue: Value? { fatalError() }
    public var isPrior: Bool { fatalError() }
}

open class NSKeyValueObservation: NSObject {
    public func invalidate() { fatalError() }
}

public protocol _KeyValueCodingAndObserving {}

extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving {
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation { fatalError() }
}
