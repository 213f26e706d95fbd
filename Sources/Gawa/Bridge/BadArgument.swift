/// An argument that is not what the function takes.
struct BadArgument: Error {
    let path: String
    let expected: String
    let found: String

    init(path: String, expected: String, found: String) {
        self.path = path
        self.expected = expected
        self.found = found
    }

    init(_ error: WireDecodingError) {
        self.init(path: error.path, expected: error.expected, found: error.found)
    }
}
