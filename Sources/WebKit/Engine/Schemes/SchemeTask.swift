internal import MainLoop
import Synchronization

/// What a scheme handler gets: carries its calls to the engine's half, in order and on the main thread.
///
/// It may be used and released on any thread.
final class SchemeTask: NSObject, WKURLSchemeTask, Sendable {
    /// A call on its way.
    enum Call: Sendable {
        case response(URLResponse)
        case data(Data)
        case finish
        case failure(any Error)
    }

    let request: URLRequest
    let isBodyLeftOut: Bool
    let isBodyTooLong: Bool
    private let answer: SchemeAnswer
    private let calls = Mutex<[Call]>([])

    init(request: URLRequest, body: SchemeRequestBody, answer: SchemeAnswer) {
        var request = request
        var (isBodyLeftOut, isBodyTooLong) = (false, false)
        switch body {
        case .none: break
        case .data(let data): request.httpBody = data
        case .leftOut: isBodyLeftOut = true
        case .tooLong: isBodyTooLong = true
        }
        self.request = request
        self.isBodyLeftOut = isBodyLeftOut
        self.isBodyTooLong = isBodyTooLong
        self.answer = answer
    }

    func didReceive(_ response: URLResponse) { forward(.response(response)) }
    func didReceive(_ data: Data) { forward(.data(data)) }
    func didFinish() { forward(.finish) }
    func didFailWithError(_ error: any Error) { forward(.failure(error)) }

    private func forward(_ call: Call) {
        calls.withLock { $0.append(call) }
        if MainLoop.isMainThread {
            // The main thread is the main actor's.
            MainActor.assumeIsolated { deliver() }
        } else {
            Task { @MainActor in deliver() }
        }
    }

    @MainActor
    private func deliver() {
        // A call from the main thread comes after those that other threads made before.
        let calls = calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
        for call in calls { answer.take(call) }
    }
}

extension SchemeTask: SchemeTaskProgress {
    func waitForRoom() async { await answer.waitForRoom() }
    func onAbandonment(_ action: @escaping @MainActor () -> Void) { answer.onAbandonment = action }
}
