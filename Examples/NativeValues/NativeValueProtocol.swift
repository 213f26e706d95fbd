import Gawa

/// Answers what a page asks of `http://native/`: the class of an article of 2015, in today's spelling.
///
/// It knows nothing of web views. `NativeRoutes.use(_:)` has it answer pages, unchanged.
final class NativeValueProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool {
        request.url?.scheme == "http" && request.url?.host == "native"
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest {
        request
    }

    override func startLoading() {
        switch request.url?.path {
        case "/foo": sendBackPlainText("ネイティブの値: bar は「\(item("bar") ?? "")」")
        case "/empty": sendBackEmpty()
        case let path: sendBackPlainText("There is no value at \(path ?? "")", status: 404)
        }
    }

    // Each answer has been given by then: there is nothing to end.
    override func stopLoading() {}

    /// The value of the first item of that name in the query.
    private func item(_ name: String) -> String? {
        request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }?
            .queryItems?.first { $0.name == name }?.value
    }

    // MARK: Answers

    private func sendBackEmpty() {
        sendBack(Data(), type: "text/plain", status: 200)
    }

    private func sendBackPlainText(_ text: String, status: Int = 200) {
        sendBack(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    private func sendBack(_ body: Data, type: String, status: Int) {
        let fields = ["Content-Type": type, "Content-Length": "\(body.count)"]
        guard let url = request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        else {
            client?.urlProtocol(self, didFailWithError: URLError(.badURL))
            return
        }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: body)
        client?.urlProtocolDidFinishLoading(self)
    }
}
