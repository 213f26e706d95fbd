/// One call of a delegate by the engine, which learns here that the delegate has no such method.
@MainActor
final class DelegateEntry {
    @TaskLocal static var current: DelegateEntry?

    let delegate: ObjectIdentifier
    private(set) var isMissing = false

    init(_ delegate: AnyObject) {
        self.delegate = ObjectIdentifier(delegate)
    }

    /// Notes that a default was reached, if it is that of the delegate that the engine called.
    static func noteMissing(_ delegate: AnyObject) {
        guard let current, current.delegate == ObjectIdentifier(delegate) else { return }
        current.isMissing = true
    }
}
