extension String {
    /// Reads UTF-8; nil for bytes that are none, overlong forms and halves of pairs among them.
    ///
    /// The standard library's own check is not there on the oldest systems that we run on.
    init?(wellFormed bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // What is repaired has become other bytes.
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
