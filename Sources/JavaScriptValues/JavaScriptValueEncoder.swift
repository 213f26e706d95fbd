/// Writes codec text, the form in which values enter JavaScript.
///
/// What may cross is what Apple's WebKit lets cross: numbers, Booleans, strings, dates, `NSNull`, and arrays and
/// dictionaries of these with strings as keys, as Swift's types or Foundation's, and optionals of them. Every number is
/// a double in JavaScript. An `NSArray` or `NSDictionary` that occurs more than once, even within itself, stays one
/// object; Swift's arrays and dictionaries are values, of which each occurrence is one of its own.
package enum JavaScriptValueEncoder {
    /// Writes a value.
    ///
    /// - Parameter value: The value. A nil is undefined at the root and null further in, in however many optionals it is.
    package static func encode(_ value: Any?) throws(JavaScriptEncodingError) -> String {
        var builder = JavaScriptTextBuilder()
        return try builder.text(of: value)
    }
}
