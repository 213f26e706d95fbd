import Foundation

/// A function or stream that a page passed under a number, and keeps until this lets go of it.
final class PageReference: @unchecked Sendable {
    /// What the page passed.
    enum Kind: Sendable {
        case function
        case stream
    }

    let kind: Kind
    let number: Int
    let link: DocumentLink

    // Sound: all that changes is read and written under the lock.
    private let lock = NSLock()
    private var isHeld = true

    init(_ kind: Kind, number: Int, link: DocumentLink) {
        self.kind = kind
        self.number = number
        self.link = link
    }

    deinit {
        release()
    }

    /// Whether it was neither released nor taken.
    var isValid: Bool { lock.withLock { isHeld } }

    /// Takes it for a use that lets the page forget it.
    ///
    /// - Returns: False if it was taken or released before.
    func take() -> Bool {
        lock.withLock {
            defer { isHeld = false }
            return isHeld
        }
    }

    /// Lets the page forget it, once, from any thread.
    func release() {
        guard take() else { return }
        Task { @MainActor [link, number] in
            // A document that has gone has forgotten it.
            guard let document = try? link.document() else { return }
            document.send { writer in
                writer.append(raw: "[\"f\",")
                writer.append(integer: number)
                writer.append(raw: "]")
            }
        }
    }
}
