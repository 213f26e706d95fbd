// Every spelling of a handler that source for Apple's platforms uses. Compiled in Swift 6 and, by a link, in Swift 5.

import WebKit

/// The closure as today's SDKs spell it.
public final class FullReplyHandler: NSObject, WKScriptMessageHandlerWithReply {
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
        replyHandler("full", nil)
    }
}

/// The closure as older SDKs spelled it, and as the article does.
public final class PlainReplyHandler: NSObject, WKScriptMessageHandlerWithReply {
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) {
        replyHandler("plain", nil)
    }
}

/// The closure with one attribute.
public final class MainActorReplyHandler: NSObject, WKScriptMessageHandlerWithReply {
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor (Any?, String?) -> Void
    ) {
        replyHandler("main actor", nil)
    }
}

/// The async form.
public final class AsyncReplyHandler: NSObject, WKScriptMessageHandlerWithReply {
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        ("async", nil)
    }
}

/// The async form with its isolation in writing.
@MainActor
public final class IsolatedAsyncReplyHandler: NSObject, WKScriptMessageHandlerWithReply {
    @MainActor
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        ("isolated async", nil)
    }
}

/// The closure with names for its parameters, behind an alias, in a conformance of its own.
public final class NamedReplyHandler: NSObject {
    public typealias Reply = (_ reply: Any?, _ errorMessage: String?) -> Void
}

extension NamedReplyHandler: WKScriptMessageHandlerWithReply {
    public func userContentController(
        _ controller: WKUserContentController, didReceive scriptMessage: WKScriptMessage,
        replyHandler reply: @escaping Reply
    ) {
        reply("named", nil)
    }
}

/// A class that conforms for its subclasses.
open class ReplyHandlerBase: NSObject, WKScriptMessageHandlerWithReply {
    open func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) {
        replyHandler("base", nil)
    }
}

/// A subclass that overrides the method of its base.
public final class OverridingReplyHandler: ReplyHandlerBase {
    public override func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) {
        replyHandler("overriding", nil)
    }
}

/// None of the forms.
public final class MissingReplyHandler: NSObject, WKScriptMessageHandlerWithReply {}

/// A handler that lets the reply go, in today's form.
public final class DroppingReplyHandler: NSObject, WKScriptMessageHandlerWithReply {
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {}
}

/// A handler that lets the reply go, in the older form.
public final class PlainDroppingReplyHandler: NSObject, WKScriptMessageHandlerWithReply {
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) {}
}

/// A handler that forwards, in the closure form.
public final class ClosureForwarder: NSObject, WKScriptMessageHandlerWithReply {
    private let target: any WKScriptMessageHandlerWithReply

    public init(_ target: any WKScriptMessageHandlerWithReply) {
        self.target = target
    }

    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) {
        target.userContentController(userContentController, didReceive: message, replyHandler: replyHandler)
    }
}

/// A handler that forwards, in the async form.
public final class AsyncForwarder: NSObject, WKScriptMessageHandlerWithReply {
    private let target: any WKScriptMessageHandlerWithReply

    public init(_ target: any WKScriptMessageHandlerWithReply) {
        self.target = target
    }

    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        await target.userContentController(userContentController, didReceive: message)
    }
}

/// A navigation delegate with the parameters as Apple's header imports them.
public final class ForcedNavigationDelegate: NSObject, WKNavigationDelegate {
    public var finished: (() -> Void)?

    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        finished?()
    }
}

/// A navigation delegate whose parameter is a plain optional: it compiles, and is not called on Linux.
public final class OptionalNavigationDelegate: NSObject, WKNavigationDelegate {
    public var finished: (() -> Void)?

    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation?) {
        finished?()
    }
}

/// A navigation delegate whose parameter is not optional: it compiles, and is not called on Linux.
public final class StrictNavigationDelegate: NSObject, WKNavigationDelegate {
    public var finished: (() -> Void)?

    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation) {
        finished?()
    }
}

/// A class that conforms and has none of the methods.
open class ConformingBase: NSObject, WKNavigationDelegate {}

/// A subclass that adds a method its base lacks: it compiles, and is not called on Linux.
public final class LateSubclass: ConformingBase {
    public var finished: (() -> Void)?

    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        finished?()
    }
}
