internal import CWebKitGTK
internal import GLib
internal import JavaScriptValues

/// The module's answer to `evaluate`; see `Documentation/Design/web-process-module.md`.
@MainActor
struct FrameEvaluation {
    let result: Result<Any?, any Error>

    /// Reads an answer, or gives nil when it has another shape.
    init?(_ answer: Retained) {
        let name = webkit_user_message_get_name(answer.pointer).map { String(cString: $0) }
        let parameters = webkit_user_message_get_parameters(answer.pointer).map { Variant(retaining: $0) }
        switch (name, parameters?.type) {
        case ("value", "(s)"):
            guard let text = parameters?.child(0).string else { return nil }
            result = Result { try JavaScriptValueDecoder.decode(text) }.mapError { _ in
                WKError(.javaScriptResultTypeIsUnsupported)
            }
        case ("exception", "(ssuus)"):
            guard let parameters else { return nil }
            result = .failure(
                WKError(
                    javaScriptMessage: parameters.child(0).string, sourceURL: parameters.child(1).string,
                    line: Int(parameters.child(2).uint32), column: Int(parameters.child(3).uint32),
                    stack: parameters.child(4).string))
        case ("unsupported", "(s)"):
            result = .failure(WKError(.javaScriptResultTypeIsUnsupported))
        case ("no-frame", _):
            result = .failure(WKError(.javaScriptInvalidFrameTarget))
        default:
            return nil
        }
    }
}
