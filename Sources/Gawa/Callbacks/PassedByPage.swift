/// A type of argument that refers to something in the page: a function or a stream.
protocol PassedByPage {}

extension Optional: PassedByPage where Wrapped: PassedByPage {}
