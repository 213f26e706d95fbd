internal import CJavaScriptCodec
internal import CJavaScriptCore

/// Reads values that the engine hands to this process, such as the results of scripts.
@MainActor
package enum JavaScriptValueReader {
    /// Reads a value.
    ///
    /// The codec is kept in the value's context under a name of its own. The context belongs to this process, and no
    /// script of a page runs in it.
    ///
    /// - Parameter value: The `JSCValue`, borrowed for the call.
    /// - Returns: The value as ``JavaScriptValueDecoder`` gives it; nil for undefined.
    package static func read(_ value: OpaquePointer) throws(JavaScriptDecodingError) -> Any? {
        try unsafe JavaScriptValueDecoder.decode(codecText(of: value))
    }

    /// Writes a `JSCValue` as codec text.
    package static func codecText(of value: OpaquePointer) throws(JavaScriptDecodingError) -> String {
        guard let context = unsafe jsc_value_get_context(value) else { throw .unsupported(reason: "it has no context") }
        let encode = try unsafe encoder(in: context)
        defer { unsafe g_object_unref(.init(encode)) }
        var argument: OpaquePointer? = unsafe value
        // The call must not reach the context's exception handlers, nor leave an exception behind.
        let text = unsafe jsc_value_function_callv(encode, 1, &argument)
        unsafe jsc_context_clear_exception(context)
        guard let text = unsafe text else { throw .unsupported(reason: "it could not be read") }
        defer { unsafe g_object_unref(.init(text)) }
        guard unsafe jsc_value_is_string(text) != 0, let bytes = unsafe jsc_value_to_string_as_bytes(text) else {
            throw .unsupported(reason: "it could not be read")
        }
        defer { unsafe g_bytes_unref(bytes) }
        var count: gsize = 0
        let start = unsafe g_bytes_get_data(bytes, &count)
        return unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }

    private static let encoderName = "__gawaEncode"

    /// The codec's function for a `JSCContext`, which the caller releases.
    private static func encoder(
        in context: OpaquePointer
    ) throws(JavaScriptDecodingError) -> OpaquePointer {
        // Kept by the context's global object: a value kept by the context itself would keep the context in turn.
        if let known = unsafe jsc_context_get_value(context, encoderName) {
            if unsafe jsc_value_is_function(known) != 0 { return unsafe known }
            unsafe g_object_unref(.init(known))
        }
        let length = gssize(gawa_codec_source_length())
        guard let make = unsafe jsc_context_evaluate(context, gawa_codec_source(), length) else { throw setUpFailed }
        defer { unsafe g_object_unref(.init(make)) }
        guard let codec = unsafe jsc_value_function_callv(make, 0, nil) else { throw setUpFailed }
        defer { unsafe g_object_unref(.init(codec)) }
        guard unsafe jsc_value_is_object(codec) != 0, let encode = unsafe jsc_value_object_get_property(codec, "encode")
        else { throw setUpFailed }
        unsafe jsc_context_set_value(context, encoderName, encode)
        return unsafe encode
    }

    private static var setUpFailed: JavaScriptDecodingError {
        .unsupported(reason: "the codec could not be set up in its context")
    }
}
