internal import GawaWebKit

/// A task of a loader that asks the registered classes. On Linux every session does.
struct RegisteredClassesTask: Sendable {
    private let session: URLSession
    private let task: URLSessionDataTask

    init(_ request: URLRequest, delegate: any URLSessionDataDelegate) {
        // What a page asks for has no part in the app's cookies, caches and credentials.
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // Those of a session are asked first, and the loader's own would take the request to the network.
        configuration.protocolClasses = []
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        task = session.dataTask(with: request)
    }

    func start() { task.resume() }

    func end() { session.invalidateAndCancel() }
}
