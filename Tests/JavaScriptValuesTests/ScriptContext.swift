import CJavaScriptCodec
import CJavaScriptCore
import JavaScriptValues

/// A JavaScript context without a page, in which the codec is the global `codec`.
final class ScriptContext {
    struct Failure: Error {
        let report: String
    }

    let pointer: OpaquePointer

    /// - Parameter namesCodec: Whether the codec is made.
    init(namesCodec: Bool = true) throws {
        guard let pointer = jsc_context_new() else { throw Failure(report: "no context") }
        self.pointer = pointer
        if namesCodec {
            try run("globalThis.codec = (\(String(cString: gawa_codec_source())))(); 0")
        }
    }

    deinit {
        g_object_unref(.init(pointer))
    }

    /// Evaluates a script and hands its value, borrowed, to a closure.
    func withValue<Result>(of script: String, _ body: (OpaquePointer) throws -> Result) throws -> Result {
        guard let value = jsc_context_evaluate(pointer, script, gssize(script.utf8.count)) else {
            throw Failure(report: "no value")
        }
        defer { g_object_unref(.init(value)) }
        if let exception = jsc_context_get_exception(pointer) {
            let report = jsc_exception_report(exception)
            defer { g_free(report) }
            jsc_context_clear_exception(pointer)
            throw Failure(report: report.map { String(cString: $0) } ?? "an exception")
        }
        return try body(value)
    }

    /// Evaluates a script; its value as a string.
    @discardableResult
    func run(_ script: String) throws -> String {
        try withValue(of: script) { value in
            guard let bytes = jsc_value_to_string_as_bytes(value) else { return "" }
            defer { g_bytes_unref(bytes) }
            var count: gsize = 0
            let start = g_bytes_get_data(bytes, &count)
            return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
        }
    }

    /// Sets a global variable to a string.
    func set(_ name: String, to text: String) {
        let bytes = g_bytes_new(text, gsize(text.utf8.count))
        defer { g_bytes_unref(bytes) }
        let string = jsc_value_new_string_from_bytes(pointer, bytes)
        jsc_context_set_value(pointer, name, string)
        g_object_unref(.init(string))
    }

    /// What an expression's value is in Swift.
    func swiftValue(of expression: String) throws -> Any? {
        try JavaScriptValueDecoder.decode(try run("codec.encode(\(expression))"))
    }

    /// The text of an expression in which `value` is a Swift value.
    func result(of expression: String, with value: Any?) throws -> String {
        set("text", to: try JavaScriptValueEncoder.encode(value))
        return try run("(value => \(expression))(codec.decode(text))")
    }
}
