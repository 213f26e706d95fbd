internal import CWebKitGTK
internal import GLib
internal import JavaScriptValues

extension EngineView {
    /// Runs a script in a frame and world; nil is the main frame.
    func evaluate(
        _ script: String, in frame: WKFrameInfo?, in world: WKContentWorld,
        completion: @escaping PendingCalls.Completion
    ) {
        guard let call = begin(frame, world, completion) else { return }
        if let frame, !frame.isMainFrame {
            return evaluate(script, isFunctionBody: false, in: frame, world, call)
        }
        withText(script) { text, length in
            asyncCall(
                start: {
                    webkit_web_view_evaluate_javascript(
                        self.pointer, text, length, world.engineNameOrNil, nil, nil, $0, $1)
                },
                completion: { result in
                    let url = self.currentURL?.absoluteString
                    self.end(call, error: { WKError(engineMessage: $0, documentURL: url) }) {
                        webkit_web_view_evaluate_javascript_finish(self.pointer, result, $0)
                    }
                })
        }
    }

    /// Calls the body of an async function in a frame and world; nil is the main frame.
    func callAsync(
        _ functionBody: String, arguments: [String: Any], in frame: WKFrameInfo?, in world: WKContentWorld,
        completion: @escaping PendingCalls.Completion
    ) {
        guard let call = begin(frame, world, completion) else { return }
        let names = Array(arguments.keys)
        if let name = names.first(where: { !$0.isJavaScriptIdentifier }) {
            return fail(call, WKError(javaScriptMessage: "SyntaxError: '\(name)' cannot name an argument"))
        }
        let values: [String]
        do {
            if let frame, !frame.isMainFrame {
                let list = try JavaScriptValueEncoder.encode(Array(arguments.values))
                return evaluate(functionBody, isFunctionBody: true, names: names, values: list, in: frame, world, call)
            }
            values = try arguments.values.map { try JavaScriptValueEncoder.encode($0) }
        } catch {
            var reason = error
            // Written as a dictionary, the error's path begins with the argument's name.
            do { _ = try JavaScriptValueEncoder.encode(arguments) } catch { reason = error }
            return fail(call, WKError(javaScriptMessage: "Unable to serialize the arguments: \(reason)"))
        }
        // The engine's own arguments know numbers, strings and dictionaries only, so each travels as codec text. An arrow
        // function has the `this` and the `arguments` around it, and the body keeps its own directives and parameters.
        let engineNames = names.indices.map { "__webkitArgument\($0)" }
        let body =
            names.isEmpty
            ? functionBody + "\n"
            : "__webkitDecodeArguments(arguments);return(async(\(names.joined(separator: ",")))=>{\(functionBody)\n})"
                + "(\(engineNames.joined(separator: ",")))"
        let dictionary =
            names.isEmpty ? nil : Variant(dictionary: zip(engineNames, values).map { ($0, Variant($1)) })
        withText(body) { text, length in
            asyncCall(
                start: { callback, data in
                    let start = { (arguments: OpaquePointer?) in
                        webkit_web_view_call_async_javascript_function(
                            self.pointer, text, length, arguments, world.engineNameOrNil, nil, nil, callback, data)
                    }
                    if let dictionary { dictionary.withPointer(start) } else { start(nil) }
                },
                completion: { result in
                    self.end(call, error: { WKError(javaScriptMessage: $0) }) {
                        webkit_web_view_call_async_javascript_function_finish(self.pointer, result, $0)
                    }
                })
        }
    }

    private func begin(
        _ frame: WKFrameInfo?, _ world: WKContentWorld, _ completion: @escaping PendingCalls.Completion
    ) -> UInt64? {
        let call = calls.add(completion)
        if isClosed {
            fail(call, WKError(.webViewInvalidated))
            return nil
        }
        // The engine would launch a process for a page that has gone.
        if isProcessGone {
            fail(call, WKError(.webContentProcessTerminated))
            return nil
        }
        // A frame of another view, which may have gone with its frames.
        if let frame, frame.webView !== owner {
            fail(call, WKError(.javaScriptInvalidFrameTarget))
            return nil
        }
        willUseProcess()
        content.ensure(world)
        return call
    }

    /// Ends a call that never started, after the caller has returned.
    private func fail(_ call: UInt64, _ error: WKError) {
        Task { self.calls.settle(call, .failure(error)) }
    }

    private func withText(_ text: String, _ body: (UnsafePointer<CChar>, gssize) -> Void) {
        var text = text
        text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else { return body("", 0) }
                body(start, characters.count)
            }
        }
    }

    // MARK: Main frame

    private func end(
        _ call: UInt64, error makeError: (String) -> WKError,
        _ finish: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
    ) {
        do throws(GLibError) {
            guard let value = try withGError(finish).map({ Retained(taking: $0) }) else {
                return calls.settle(call, .failure(WKError(.javaScriptResultTypeIsUnsupported)))
            }
            calls.settle(
                call,
                Result { try JavaScriptValueReader.read(value.pointer) }.mapError { _ in
                    WKError(.javaScriptResultTypeIsUnsupported)
                })
        } catch {
            guard error.code == Int(WEBKIT_JAVASCRIPT_ERROR_INVALID_RESULT.rawValue) else {
                return calls.settle(call, .failure(makeError(error.message)))
            }
            // The engine reports a dead process and a value that cannot cross by one code: the process tells which. Not from
            // here, though: while the engine ends a process it ends itself when asked for another.
            Task {
                guard self.calls.isPending(call) else { return }
                self.send("ping", Variant(tuple: [])) { answer in
                    let code: WKError.Code =
                        answer == nil ? .webContentProcessTerminated : .javaScriptResultTypeIsUnsupported
                    self.calls.settle(call, .failure(WKError(code)))
                }
            }
        }
    }

    // MARK: Sub-frames

    private func evaluate(
        _ source: String, isFunctionBody: Bool, names: [String] = [], values: String = "[]", in frame: WKFrameInfo,
        _ world: WKContentWorld, _ call: UInt64
    ) {
        // As in the main frame: a script is said to come from the document, a function from nowhere.
        let sourceURL = isFunctionBody ? "" : frame.request.url?.absoluteString ?? ""
        let parameters = Variant(tuple: [
            Variant(frame.frameID), Variant(world.engineName), Variant(sourceURL), Variant(bytes: source.utf8),
            Variant(isFunctionBody), Variant(strings: names), Variant(values),
        ])
        send("evaluate", parameters) { answer in
            guard let answer, let evaluation = FrameEvaluation(answer) else {
                return self.calls.settle(call, .failure(WKError(.webContentProcessTerminated)))
            }
            self.calls.settle(call, evaluation.result)
        }
    }
}

extension WKContentWorld {
    /// The name as the engine's calls take it: NULL is the page.
    fileprivate var engineNameOrNil: String? { engineName.isEmpty ? nil : engineName }
}

extension String {
    /// Whether it could name a variable; the engine refuses the words that the language keeps for itself.
    fileprivate var isJavaScriptIdentifier: Bool {
        guard let first = unicodeScalars.first, first.isIdentifierStart else { return false }
        return unicodeScalars.dropFirst().allSatisfy {
            $0.isIdentifierStart || $0.properties.isIDContinue || $0 == "\u{200C}" || $0 == "\u{200D}"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isIdentifierStart: Bool { properties.isIDStart || self == "$" || self == "_" }
}
