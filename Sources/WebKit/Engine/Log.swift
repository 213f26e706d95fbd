/// What the library has to say to the developer, on standard error.
enum Log {
    static func write(_ message: String) {
        FileHandle.standardError.write(Data("WebKit: \(message)\n".utf8))
    }
}
