/// The limits of a value that crosses, in either direction.
package enum JavaScriptValueLimits {
    /// The deepest nesting of arrays and objects, as in Apple's WebKit.
    ///
    /// Swift frees nested arrays and dictionaries recursively, about 160 bytes of stack for each level: this depth
    /// takes 6.5 MB and needs a thread with the usual stack of 8 MiB.
    package static let maximumDepth = 40_000

    /// The most values that a text may stand for, where one that is referred to again counts again.
    ///
    /// Forty levels of `[a, a]` are a short text, but anything that walks the result would never end. A value takes about
    /// 100 bytes, and any page can send a message: this many take less than a gigabyte.
    package static let maximumValueCount = 1 << 23

    /// The longest text that is written, in bytes.
    package static let maximumByteCount = 1 << 29
}
