/// One request of a page to a custom scheme, and the way to answer it: a response, data in any number of pieces, and the
/// end or an error.
///
/// Made by WebKit. Call its methods on the main thread; on Linux calls from other threads are forwarded there in order.
/// A call out of order (data before a response, anything after the end or after the stop) raises on Apple's platforms.
/// On Linux it has no effect and a line is logged, since a page that cancels a request can bring an answer too late.
///
/// Source: `WKURLSchemeTask.h`.
public protocol WKURLSchemeTask: NSObjectProtocol {
    /// The request, with its method, its header fields and its body.
    ///
    /// On Linux `httpBody` holds the whole body, and is nil for one with a `Blob` in it; see
    /// `Documentation/Compatibility.md`.
    var request: URLRequest { get }

    /// Sets the response; the last one before the first data counts.
    ///
    /// - Parameter response: An `HTTPURLResponse`, whose status and header fields reach the page, or another, which
    ///   stands for status 200. On Linux it is sent with the first data or the end.
    func didReceive(_ response: URLResponse)

    /// Appends data to the body, after a response.
    func didReceive(_ data: Data)

    /// Ends the answer, after a response.
    func didFinish()

    /// Fails the request; allowed at any time before the end.
    ///
    /// The navigation delegate gets the domain, the code and the description of the error when the main frame's page was
    /// asked for.
    func didFailWithError(_ error: any Error)
}
