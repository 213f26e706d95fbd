/// What a task of this engine tells beside what Apple's protocol has, to those who know that it is one.
@MainActor
package protocol SchemeTaskProgress: WKURLSchemeTask {
    /// Whether the request has a body that the engine could not give, such as one with a `Blob` in it: `httpBody` is nil then.
    var isBodyLeftOut: Bool { get }

    /// Whether the request has a body that is longer than its handler said it may be (``SchemeBodyLimiting``): `httpBody` is nil then.
    var isBodyTooLong: Bool { get }

    /// Waits until the engine has read what the task was given, but for a little. Returns at once when the task is over, and
    /// when it comes to its end meanwhile.
    func waitForRoom() async

    /// Has an action called when the view of the task has gone: the handler is not told of the stop then.
    func onAbandonment(_ action: @escaping @MainActor () -> Void)
}
