extension TestServer {
    /// The reason that a server could not start.
    package struct StartError: Error, CustomStringConvertible {
        package let port: Int
        package let reason: String

        package var description: String {
            "Cannot listen on port \(port): \(reason)"
        }
    }
}
