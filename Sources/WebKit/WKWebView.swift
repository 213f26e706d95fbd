public import Observation

/// A view that shows web content.
///
/// On Linux it is an `NSObject` that owns a GTK widget (see ``widget``), and its state is observable by Observation,
/// since Foundation has no key-value observing there. Main thread only.
///
/// Source: `WKWebView.h`.
@MainActor
@Observable
open class WKWebView: NSObject {
    /// A copy of the configuration that the view was made with; the objects in it are the live, shared ones.
    open var configuration: WKWebViewConfiguration { engine.configuration.duplicate() }

    /// Is told how loads go.
    @ObservationIgnored open weak var navigationDelegate: (any WKNavigationDelegate)?

    /// Is asked for windows, dialogs, files and permissions.
    @ObservationIgnored open weak var uiDelegate: (any WKUIDelegate)?

    /// The URL to show the user; nil before the first load.
    public private(set) var url: URL?

    /// The title of the document, empty when it has none.
    public private(set) var title: String? = ""

    /// Whether a load is under way.
    public private(set) var isLoading = false

    /// How far the load is, from 0 to 1; it stays 1 after the end.
    public private(set) var estimatedProgress = 0.0

    /// Whether there is an earlier page to go to.
    public private(set) var canGoBack = false

    /// Whether there is a later page to go to.
    public private(set) var canGoForward = false

    /// The pages that the view has been to; the same object each time.
    open var backForwardList: WKBackForwardList { history }

    @ObservationIgnored private lazy var history = WKBackForwardList(engine)

    /// The frame that the view was made with, in points.
    ///
    /// The size is that of the page as long as no GTK parent gives the widget another.
    @ObservationIgnored open var frame: CGRect {
        didSet { engine.layOut(frame.size) }
    }

    @ObservationIgnored let engine: EngineView

    /// Makes a view with the default configuration.
    public convenience init(frame: CGRect) {
        self.init(frame: frame, configuration: WKWebViewConfiguration())
    }

    /// Makes a view with a copy of a configuration.
    ///
    /// Without a display the program ends here with a sentence that names the cure; see ``WebKitEngine/start()``.
    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        self.frame = frame
        engine = EngineView(configuration: configuration.duplicate())
        super.init()
        engine.attach(to: self)
        engine.layOut(frame.size)
    }

    isolated deinit {
        engine.close()
    }

    /// The user agent to send instead of the default; nil restores the default.
    open var customUserAgent: String? {
        get { engine.settings.customUserAgent }
        set { engine.settings.customUserAgent = newValue }
    }

    /// Whether the web inspector can be opened. The default is false.
    open var isInspectable: Bool {
        get { engine.settings.isInspectable }
        set { engine.settings.isInspectable = newValue }
    }

    /// Whether WebKit itself loads a scheme, so that no handler can; case does not matter.
    open class func handlesURLScheme(_ urlScheme: String) -> Bool {
        nativeSchemes.contains(urlScheme.lowercased())
    }

    // MARK: Loading

    /// Loads a request in the main frame.
    ///
    /// On Linux the engine takes the URL and the headers; see `Documentation/Compatibility.md` for method and body.
    ///
    /// - Returns: The token that the delegate's calls for this load carry.
    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? {
        engine.load(request)
    }

    /// Loads a file and lets the page read that file, or all under a directory.
    ///
    /// Another file that the page refers to is not loaded.
    ///
    /// - Parameters:
    ///   - URL: A `file:` URL.
    ///   - readAccessURL: A `file:` URL of the same file or of a directory above it.
    @discardableResult
    open func loadFileURL(_ URL: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? {
        precondition(URL.isFileURL, "\(URL) is not a file URL: use load(_:) for others")
        precondition(readAccessURL.isFileURL, "\(readAccessURL) is not a file URL")
        return engine.load(URLRequest(url: URL), readAccessTo: readAccessURL)
    }

    /// Loads a request for a file; see ``loadFileURL(_:allowingReadAccessTo:)``.
    @discardableResult
    open func loadFileRequest(_ request: URLRequest, allowingReadAccessTo readAccessURL: URL) -> WKNavigation {
        precondition(request.url?.isFileURL == true, "The request is not for a file: use load(_:) for others")
        precondition(readAccessURL.isFileURL, "\(readAccessURL) is not a file URL")
        return engine.load(request, readAccessTo: readAccessURL)
    }

    /// Shows HTML text.
    ///
    /// - Parameter baseURL: The URL of the document and of its origin; nil gives `about:blank` and an opaque origin.
    @discardableResult
    open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
        engine.load(Data(string.utf8), mimeType: "text/html", encoding: "UTF-8", baseURL: baseURL ?? blankURL)
    }

    /// Shows bytes of a MIME type.
    @discardableResult
    open func load(_ data: Data, mimeType MIMEType: String, characterEncodingName: String, baseURL: URL)
        -> WKNavigation?
    {
        engine.load(data, mimeType: MIMEType, encoding: characterEncodingName, baseURL: baseURL)
    }

    /// Shows bytes as if the network had answered a request with them; nothing is sent for the document itself.
    ///
    /// On Linux the engine takes the type and the text encoding of the response, not its status and fields.
    @discardableResult
    open func loadSimulatedRequest(_ request: URLRequest, response: URLResponse, responseData data: Data)
        -> WKNavigation
    {
        engine.load(
            data, mimeType: response.mimeType ?? "text/html", encoding: response.textEncodingName ?? "UTF-8",
            baseURL: request.url ?? blankURL)
    }

    /// Shows HTML text as if the network had answered a request with it.
    @discardableResult
    open func loadSimulatedRequest(_ request: URLRequest, responseHTML string: String) -> WKNavigation {
        engine.load(
            Data(string.utf8), mimeType: "text/html", encoding: "UTF-8", baseURL: request.url ?? blankURL)
    }

    /// Loads the page again, as its expiry asks for.
    @discardableResult
    open func reload() -> WKNavigation? {
        engine.reload(isFromOrigin: false)
    }

    /// Loads the page again, past the caches.
    @discardableResult
    open func reloadFromOrigin() -> WKNavigation? {
        engine.reload(isFromOrigin: true)
    }

    /// Cancels every load of the page; one that has not committed fails with `URLError.cancelled`.
    open func stopLoading() {
        engine.stopLoading()
    }

    // MARK: History

    /// Goes to the page before this one.
    ///
    /// A step to another part of the same document calls no method of the delegate, as on Apple platforms.
    ///
    /// - Returns: The token that the delegate's calls for this step carry; nil when there is no earlier page.
    @discardableResult
    open func goBack() -> WKNavigation? {
        engine.goBack()
    }

    /// Goes to the page after this one; see ``goBack()``.
    @discardableResult
    open func goForward() -> WKNavigation? {
        engine.goForward()
    }

    /// Goes to a page of the list; see ``goBack()``.
    ///
    /// - Returns: nil when the item is the current one, or not of this view's list.
    @discardableResult
    open func go(to item: WKBackForwardListItem) -> WKNavigation? {
        engine.go(to: item)
    }

    /// The history with its positions and form fields, opaque, as `Data`; nil once the view is closed.
    ///
    /// Set it on another view to restore it there: the list is replaced, and its current page is loaded. A value that no
    /// view gave is refused, and a line on standard error says so.
    open var interactionState: Any? {
        get { engine.interactionState }
        set { engine.restore(newValue) }
    }

    // MARK: Evaluation

    /// Runs a script in the page's world of the main frame, as if the user had made a gesture.
    ///
    /// - Parameter completionHandler: Called once, on the main thread, later: with the value of the last expression
    ///   (`undefined` is nil, `null` is `NSNull`), or with an error: ``WKError/javaScriptExceptionOccurred``,
    ///   ``WKError/javaScriptResultTypeIsUnsupported`` (a promise, too: it is not awaited),
    ///   ``WKError/webContentProcessTerminated`` or ``WKError/webViewInvalidated``.
    open func evaluateJavaScript(
        _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
    ) {
        engine.evaluate(javaScriptString, in: nil, in: .page) { result in
            switch result {
            case .success(let value): completionHandler?(value, nil)
            case .failure(let error): completionHandler?(nil, error)
            }
        }
    }

    /// Runs a script in the page's world of the main frame; see the form with a completion handler.
    open func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
        try await evaluateJavaScript(javaScriptString, in: nil, contentWorld: .page)
    }

    /// Runs a script in a frame and a world.
    ///
    /// - Parameters:
    ///   - frame: The frame; nil is the main one. A frame that has gone gives ``WKError/javaScriptInvalidFrameTarget``.
    ///   - completionHandler: As above; `undefined` is success with an empty optional boxed in `Any`.
    @preconcurrency
    open func evaluateJavaScript(
        _ javaScript: String, in frame: WKFrameInfo? = nil, in contentWorld: WKContentWorld,
        completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)? = nil
    ) {
        engine.evaluate(javaScript, in: frame, in: contentWorld) { completionHandler?($0.map(boxed)) }
    }

    /// Runs a script in a frame and a world; see the form with a completion handler.
    @preconcurrency
    open func evaluateJavaScript(
        _ javaScript: String, in frame: WKFrameInfo? = nil, contentWorld: WKContentWorld
    ) async throws -> Any? {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<SentValue, any Error>) in
            engine.evaluate(javaScript, in: frame, in: contentWorld) {
                continuation.resume(with: $0.map(SentValue.init))
            }
        }.value
    }

    // MARK: Async functions

    /// Runs text as the body of an async function, with arguments as its parameters, and awaits its result.
    ///
    /// - Parameters:
    ///   - arguments: Numbers, `Bool`, `String`, `Date`, arrays, dictionaries with string keys, `NSNull`. Another value
    ///     gives ``WKError/javaScriptExceptionOccurred`` and nothing runs.
    ///   - completionHandler: Called once, on the main thread, later; no `return` is an empty optional boxed in `Any`.
    @preconcurrency
    open func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        in contentWorld: WKContentWorld,
        completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)? = nil
    ) {
        engine.callAsync(functionBody, arguments: arguments, in: frame, in: contentWorld) {
            completionHandler?($0.map(boxed))
        }
    }

    /// Runs text as the body of an async function; see the form with a completion handler.
    @preconcurrency
    open func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        contentWorld: WKContentWorld
    ) async throws -> Any? {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<SentValue, any Error>) in
            engine.callAsync(functionBody, arguments: arguments, in: frame, in: contentWorld) {
                continuation.resume(with: $0.map(SentValue.init))
            }
        }.value
    }

    // MARK: State

    func update(url: URL?) { if self.url != url { self.url = url } }
    func update(title: String) { if self.title != title { self.title = title } }
    func update(isLoading: Bool) { if self.isLoading != isLoading { self.isLoading = isLoading } }
    func update(canGoBack: Bool) { if self.canGoBack != canGoBack { self.canGoBack = canGoBack } }
    func update(canGoForward: Bool) { if self.canGoForward != canGoForward { self.canGoForward = canGoForward } }
    func update(estimatedProgress: Double) {
        if self.estimatedProgress != estimatedProgress { self.estimatedProgress = estimatedProgress }
    }
}

private let nativeSchemes: Set<String> = [
    "about", "applewebdata", "blob", "data", "file", "ftp", "http", "https", "javascript", "resource",
    "safari-extension",
    "webkit-fake-url", "ws", "wss",
]

private struct SentValue: @unchecked Sendable {
    // Sound: the value is fresh from the engine, made on the main actor and handed to one waiter there.
    let value: Any?
}
