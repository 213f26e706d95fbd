import Foundation
import FoundationNetworking

/// A class as apps have them, which answers by the path of the request.
final class ScriptedProtocol: URLProtocol {
    static let log = ProtocolLog()
    static let gate = DispatchSemaphore(value: 0)

    override class func canInit(with request: URLRequest) -> Bool {
        request.url?.host == "native" && request.url?.path != "/other"
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest {
        var request = request
        if request.url?.path == "/canonical" { request.setValue("yes", forHTTPHeaderField: "X-Canonical") }
        return request
    }

    private var url: URL { request.url ?? URL(fileURLWithPath: "/") }

    override func startLoading() {
        Self.log.write("start \(url.path)", startsOne: true)
        switch url.path {
        case "/empty": respond(200, ["X-Kind": "empty", "Content-Length": "0"])
        case "/text":
            respond(201, ["Content-Type": "text/plain; charset=utf-8"])
            let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
            send("\(request.httpMethod ?? "") \(url.path)\(url.query.map { "?\($0)" } ?? "") \(body) フォロー")
        case "/plain":
            receive(
                URLResponse(url: url, mimeType: "text/x-plain", expectedContentLength: 5, textEncodingName: "latin1"))
            send("plain")
        case "/disorder":
            send("one")
            client?.urlProtocolDidFinishLoading(self)
            respond(500, ["X-Late": "yes"])
            send("two")
        case "/pieces":
            respond(200, [:])
            for text in ["1", "2", "3"] { send(text) }
        case "/failure": return fail()
        case "/failure-within":
            respond(200, [:])
            send("abc")
            return fail()
        case "/redirect":
            let response = HTTPURLResponse(url: url, statusCode: 307, httpVersion: nil, headerFields: nil)
            guard let response, let target = URL(string: "http://native/text") else { return fail() }
            client?.urlProtocol(self, wasRedirectedTo: URLRequest(url: target), redirectResponse: response)
            return
        case "/canonical":
            respond(200, [:])
            send(request.value(forHTTPHeaderField: "X-Canonical") ?? "no")
        case "/timer":
            // Sound: the timer is called on this thread, which is the object's.
            nonisolated(unsafe) let own = self
            RunLoop.current.add(
                Timer(timeInterval: 0.01, repeats: false) { _ in
                    own.respond(200, [:])
                    own.send("from a timer")
                    own.client?.urlProtocolDidFinishLoading(own)
                }, forMode: .default)
            return
        case "/never": return
        case "/endless":
            respond(200, [:])
            send("a part")
            return
        case "/blocked":
            Self.gate.wait()
            respond(200, [:])
            send("freed")
        default:
            respond(200, [:])
            send("counted")
        }
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {
        Self.log.write("stop \(url.path)", endsOne: true)
    }

    private func receive(_ response: URLResponse) {
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    }

    private func respond(_ status: Int, _ headers: [String: String]) {
        let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        if let response { receive(response) }
    }

    private func send(_ text: String) { client?.urlProtocol(self, didLoad: Data(text.utf8)) }
    private func fail() { client?.urlProtocol(self, didFailWithError: URLError(.networkConnectionLost)) }
}
