/// What a configuration has for a scheme: a handler, or the fact that the scheme is taken.
struct RegisteredSchemeHandler {
    let handler: (any WKURLSchemeHandler)?
}
