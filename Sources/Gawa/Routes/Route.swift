/// One entry of the table.
struct Route: Sendable {
    let method: String
    let pattern: RoutePattern
    let isEmbeddable: Bool
    let timeLimit: Duration?
    let handler: NativeRoutes.Handler

    /// As diagnostics tell of it.
    var name: String { "\(method) /\(pattern.text)" }

    /// Whether it answers a method: one for GET answers HEAD too.
    func takes(_ method: String) -> Bool {
        self.method == method || (self.method == "GET" && method == "HEAD")
    }
}
