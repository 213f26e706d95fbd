/// The items that wait to be sent to a document.
struct Outbox {
    private let token: String
    private let isCounting: Bool
    private var lastNumber = 0
    private var writer = WireWriter()

    /// - Parameter isCounting: Whether batches are numbered from 1; else all have the number 0.
    init(token: String, isCounting: Bool) {
        self.token = token
        self.isCounting = isCounting
    }

    private(set) var isEmpty = true

    /// The bytes of the items, with those that travel beside the text.
    var byteCount: Int { writer.byteCount }

    /// Appends one item by what writes it.
    mutating func append(_ write: (inout WireWriter) -> Void) {
        if isEmpty { begin() }
        writer.append(raw: ",")
        write(&writer)
    }

    private mutating func begin() {
        isEmpty = false
        if isCounting { lastNumber += 1 }
        writer = WireWriter(reserving: 256)
        writer.append(raw: "[")
        writer.append(string: token)
        writer.append(raw: ",")
        writer.append(integer: lastNumber)
    }

    /// The batch of all items since the last one.
    mutating func take() -> WireWriter {
        if isEmpty { begin() }
        writer.append(raw: "]")
        isEmpty = true
        defer { writer = WireWriter() }
        return writer
    }
}
