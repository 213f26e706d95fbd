internal import GawaWebKit

/// A task of a loader that asks the registered classes. On Apple's platforms the shared session does.
struct RegisteredClassesTask: Sendable {
    private let task: URLSessionDataTask

    init(_ request: URLRequest, delegate: any URLSessionDataDelegate) {
        task = URLSession.shared.dataTask(with: request)
        task.delegate = delegate
    }

    func start() { task.resume() }

    func end() { task.cancel() }
}
