public import Foundation

/// Why a call into a page failed.
public enum BridgeError: Error, Sendable {
    /// The page has no function of that name.
    case unknownFunction(name: String)

    /// The page's code threw, or its promise was rejected.
    case javaScript(JavaScriptError)

    /// The result is not what was asked for: where in it, what was expected, and what was there.
    case badResult(path: String, expected: String, found: String)

    /// An argument cannot cross; the sentence names it.
    case badArgument(String)

    /// No answer came in time.
    case timedOut(after: Duration)

    /// The Swift task was cancelled.
    case cancelled

    /// The document went before it answered, or there was none.
    case pageGone(PageGone)

    /// What the page had passed was given up before: a callback was released, or a stream was released or read.
    case givenUp

    /// Why a document cannot answer any more.
    public enum PageGone: Sendable, Hashable {
        /// It was left, reloaded, or its frame removed.
        case navigated
        /// Its process ended.
        case processTerminated
        /// The view was closed, or is no more.
        case closed
        /// The bridge was closed, removed, or is no more.
        case bridgeClosed
        /// No document of the view has spoken to the bridge: none has loaded, or the policy does not allow it.
        case noDocument
    }

    /// Whether no answer came in time.
    public var isTimeout: Bool {
        if case .timedOut = self { true } else { false }
    }

    /// Whether the document went.
    public var isPageGone: Bool {
        if case .pageGone = self { true } else { false }
    }
}

extension BridgeError: CustomStringConvertible, LocalizedError {
    /// A sentence.
    public var description: String {
        switch self {
        case .unknownFunction(let name): "The page has no function '\(name)'"
        case .javaScript(let error): error.description
        case .badResult(let path, let expected, let found): "\(path) should be \(expected), and is \(found)"
        case .badArgument(let sentence): sentence
        case .timedOut(let limit): "The page did not answer within \(limit)"
        case .cancelled: "The task that waited for the page was cancelled"
        case .pageGone(let reason): reason.description
        case .givenUp: "What the page had passed was given up before"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}

extension BridgeError.PageGone: CustomStringConvertible {
    /// A sentence.
    public var description: String {
        switch self {
        case .navigated: "The document went before it answered"
        case .processTerminated: "The page's process ended before it answered"
        case .closed: "The web view went before the page answered"
        case .bridgeClosed: "The bridge was closed before the page answered"
        case .noDocument: "No document in the view has spoken to the bridge"
        }
    }
}

extension BridgeError {
    /// A result that could not be read.
    init(_ error: WireDecodingError) {
        self = .badResult(path: error.path, expected: error.expected, found: error.found)
    }
}
