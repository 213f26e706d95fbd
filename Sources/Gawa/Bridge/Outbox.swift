/// The items that wait to be sent to a document.
struct Outbox {
    private let token: String
    private var lastNumber = 0
    private var writer = WireWriter()

    init(token: String) {
        self.token = token
    }

    private(set) var isEmpty = true

    /// Appends one item by what writes it.
    mutating func append(_ write: (inout WireWriter) -> Void) {
        writer.append(raw: ",")
        write(&writer)
        isEmpty = false
    }

    /// The batch of all items since the last one.
    mutating func take() -> String {
        lastNumber += 1
        var batch = WireWriter()
        batch.append(raw: "[")
        batch.append(string: token)
        batch.append(raw: ",")
        batch.append(integer: lastNumber)
        batch.append(writer)
        batch.append(raw: "]")
        writer = WireWriter()
        isEmpty = true
        return batch.text()
    }
}
