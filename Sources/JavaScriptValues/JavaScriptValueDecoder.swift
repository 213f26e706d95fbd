/// Reads codec text, the form in which values leave JavaScript.
///
/// The results are what Apple's WebKit gives, as Swift holds them: `NSNumber`, `String`, `Date`, `[Any]`,
/// `[String: Any]` and `NSNull`, and nil for undefined. So `as? Int`, `as? [String: Any]` and their like work at every
/// level. Lone surrogates become U+FFFD.
///
/// Only a value that contains itself holds more: an array that is referred to from within is a ``JavaScriptArray``
/// throughout; an object that is referred to from within is a dictionary, and a ``JavaScriptDictionary`` where it is
/// met again.
///
/// The text may come from a hostile process: every text gives a value or an error.
package enum JavaScriptValueDecoder {
    /// Reads a text.
    ///
    /// - Returns: The value; nil for undefined.
    package static func decode(_ text: String) throws(JavaScriptDecodingError) -> Any? {
        var text = text
        return try text.withUTF8 { bytes in
            Result { () throws(JavaScriptDecodingError) in try unsafe decode(utf8: bytes) }
        }.get()
    }

    /// Reads a text given as UTF-8, which it does not need to outlive the call.
    ///
    /// - Returns: The value; nil for undefined.
    package static func decode(utf8 bytes: UnsafeBufferPointer<UInt8>) throws(JavaScriptDecodingError) -> Any? {
        if unsafe bytes.first == UInt8(ascii: "!") {
            throw unsafe .unsupported(reason: String(decoding: bytes.dropFirst(), as: UTF8.self))
        }
        if unsafe bytes.first == UInt8(ascii: "'") {
            return unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes.dropFirst()), as: UTF8.self)
        }
        if unsafe bytes.elementsEqual("undefined".utf8) { return nil }
        var parser = unsafe JavaScriptTextParser(bytes)
        return try parser.parseText()
    }
}
