internal import Foundation

/// The ways in which bytes travel that are not in the text.
extension WireWriter {
    /// How long the text is, with the bytes that are not in it.
    var byteCount: Int { attachments.parts.reduce(utf8Count) { $0 + $1.data.count } }

    /// The text, with all bytes in it as base64.
    consuming func text() -> String {
        if !attachments.isEmpty { self = laidOut { $0.append(base64: $1) } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text, with the numbers of the bytes that travel beside it.
    ///
    /// - Parameter limit: How many may; the others are in the text as base64.
    consuming func detached(limit: Int) -> (text: [UInt8], attachments: [Data]) {
        guard !attachments.isEmpty else { return (bytes, []) }
        var list: [Data] = []
        let text = laidOut { writer, data in
            if list.count < limit {
                writer.append(integer: list.count)
                list.append(data)
            } else {
                writer.append(base64: data)
            }
        }
        return (text.bytes, list)
    }

    /// The same text, with something written where each of the bytes belong.
    private func laidOut(_ write: (inout WireWriter, Data) -> Void) -> WireWriter {
        var whole = WireWriter(reserving: utf8Count + attachments.parts.count * 4)
        var position = 0
        for part in attachments.parts {
            whole.append(text: bytes[position..<part.position])
            write(&whole, part.data)
            position = part.position
        }
        whole.append(text: bytes[position...])
        return whole
    }
}
