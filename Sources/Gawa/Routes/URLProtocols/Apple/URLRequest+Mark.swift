internal import GawaWebKit

extension URLRequest {
    private static let key = "gawa.request-of-a-page"

    /// The request, known as one of a page.
    var marked: URLRequest {
        guard let copy = (self as NSURLRequest).mutableCopy() as? NSMutableURLRequest else { return self }
        URLProtocol.setProperty(true, forKey: Self.key, in: copy)
        return copy as URLRequest
    }

    /// Whether it is a page's.
    var isMarked: Bool { URLProtocol.property(forKey: Self.key, in: self) != nil }
}
