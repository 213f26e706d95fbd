internal import CLane

extension Lane {
    /// What a message is for.
    package enum Kind: Sendable {
        /// It wants no answer.
        case message
        /// The page waits, and does nothing else meanwhile.
        case question
        /// The answer to the one question that is open.
        case answer

        var number: UInt32 {
            switch self {
            case .message: UInt32(GAWA_LANE_MESSAGE)
            case .question: UInt32(GAWA_LANE_QUESTION)
            case .answer: UInt32(GAWA_LANE_ANSWER)
            }
        }

        init?(_ number: UInt32) {
            switch number {
            case Self.message.number: self = .message
            case Self.question.number: self = .question
            case Self.answer.number: self = .answer
            default: return nil
            }
        }
    }

    /// What came over a lane.
    package struct Message: Sendable {
        /// A message or a question: the page is asked nothing.
        package let kind: Kind

        /// The text in UTF-8 as the other end sent it, checked by nobody, and a NUL after it.
        ///
        /// The NUL is for parsers that look one byte ahead. A text that holds NULs itself is the other end's doing.
        package let text: [UInt8]

        /// The attachments, in order. Their memory is this process's own.
        package let attachments: [Data]
    }
}
