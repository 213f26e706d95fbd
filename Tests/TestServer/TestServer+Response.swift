package import Foundation

extension TestServer {
    /// What the server answers.
    package struct Response: Sendable {
        package enum Body: Sendable {
            case data(Data)

            /// Pieces sent as they come; the connection stays busy until the stream ends.
            case stream(AsyncStream<Data>)
        }

        package var status: Int
        package var headers: [(name: String, value: String)]
        package var body: Body

        package init(status: Int = 200, headers: [(name: String, value: String)] = [], body: Data = Data()) {
            self.status = status
            self.headers = headers
            self.body = .data(body)
        }

        package init(status: Int = 200, headers: [(name: String, value: String)] = [], stream: AsyncStream<Data>) {
            self.status = status
            self.headers = headers
            self.body = .stream(stream)
        }
    }
}

extension TestServer.Response {
    /// Status 404 and a short text.
    package static var notFound: Self {
        text("Not found", status: 404)
    }

    package static func html(_ text: String, status: Int = 200) -> Self {
        content(Data(text.utf8), type: "text/html; charset=utf-8", status: status)
    }

    package static func text(_ text: String, status: Int = 200) -> Self {
        content(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    package static func javaScript(_ text: String) -> Self {
        content(Data(text.utf8), type: "text/javascript; charset=utf-8")
    }

    /// JSON text.
    package static func json(_ text: String, status: Int = 200) -> Self {
        content(Data(text.utf8), type: "application/json", status: status)
    }

    package static func content(_ data: Data, type: String, status: Int = 200) -> Self {
        Self(status: status, headers: [("Content-Type", type)], body: data)
    }

    package static func redirect(to location: String, status: Int = 302) -> Self {
        Self(status: status, headers: [("Location", location)])
    }

    /// The same response with one more header field.
    package func header(_ name: String, _ value: String) -> Self {
        var response = self
        response.headers.append((name, value))
        return response
    }
}
