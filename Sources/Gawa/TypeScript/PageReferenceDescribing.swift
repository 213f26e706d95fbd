/// A type of arguments that the page keeps and the app refers to: a function or a stream of the page.
protocol PageReferenceDescribing {
    /// ``TypeSchema/function(arguments:result:)`` or ``TypeSchema/stream(of:)``.
    static var schema: TypeSchema { get }
}

/// So that an argument that need not be passed is found by the same question.
extension Optional: PageReferenceDescribing where Wrapped: PageReferenceDescribing {
    static var schema: TypeSchema { .optional(Wrapped.schema) }
}
