/// Words for messages.
enum WireWords {
    /// The beginning of a text, of at most 40 characters and 200 bytes, and an ellipsis where something is left out.
    ///
    /// No character is split.
    static func cut(_ text: String) -> String {
        // A character may be of any length, so that only a little more is looked at than is kept. The last character
        // of that may go on beyond it, and is too much already.
        let utf8 = text.utf8
        let limit = utf8.index(utf8.startIndex, offsetBy: 256, limitedBy: utf8.endIndex) ?? utf8.endIndex
        var result = ""
        var byteCount = 0
        var count = 0
        for character in text[..<limit] {
            byteCount += character.utf8.count
            count += 1
            guard count <= 40, byteCount <= 200 else { return result + "…" }
            result.append(character)
        }
        return result
    }
}
