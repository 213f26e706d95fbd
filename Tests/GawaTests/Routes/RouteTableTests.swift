import Testing

@testable import Gawa

/// Which route a request gets.
struct RouteTableTests {
    private func route(_ method: String, _ pattern: String) throws -> Route {
        Route(method: method, pattern: try RoutePattern(pattern), isEmbeddable: false, timeLimit: nil) { _ in .empty }
    }

    private func makeTable(_ routes: [(String, String)]) throws -> RouteTable {
        var table = RouteTable()
        for (method, pattern) in routes {
            let isNew = table.add(try route(method, pattern))
            #expect(isNew)
        }
        return table
    }

    private func name(_ finding: RouteTable.Finding) -> String {
        switch finding {
        case .route(let route, _): route.name
        case .otherMethods(let methods): methods.joined(separator: ",")
        case .nothing: "nothing"
        }
    }

    private static let patterns = [
        "*all", ":a", "notes/*rest", "notes/:id", "notes/new", ":a/new", ":a/:b", "notes", "notes/:id/parts",
        "notes/new/*rest",
    ]

    @Test(arguments: [
        ("/notes", "notes"), ("/other", ":a"), ("/notes/new", "notes/new"), ("/notes/1", "notes/:id"),
        ("/x/new", ":a/new"),
        ("/x/y", ":a/:b"), ("/notes/1/parts", "notes/:id/parts"), ("/notes/1/other", "notes/*rest"),
        ("/notes/new/x", "notes/new/*rest"), ("/x/y/z", "*all"),
    ])
    func `the most specific pattern is asked, in whatever order they were added`(path: String, pattern: String) throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20 {
            let table = try makeTable(Self.patterns.shuffled(using: &generator).map { ("GET", $0) })
            #expect(name(table.find("GET", try RoutePath(encoded: path))) == "GET /\(pattern)")
        }
    }

    @Test func `a less specific pattern that has the method is asked before the method is refused`() throws {
        let table = try makeTable([("GET", "notes/:id"), ("DELETE", "notes/trash"), ("PUT", "notes/:key")])
        let path = try RoutePath(encoded: "/notes/trash")
        #expect(name(table.find("GET", path)) == "GET /notes/:id")
        #expect(name(table.find("HEAD", path)) == "GET /notes/:id")
        #expect(name(table.find("DELETE", path)) == "DELETE /notes/trash")
        #expect(name(table.find("POST", path)) == "DELETE,GET,HEAD,OPTIONS,PUT")
        #expect(name(table.find("POST", try RoutePath(encoded: "/notes"))) == "nothing")
        #expect(table.methods(of: path) == ["DELETE", "GET", "HEAD", "OPTIONS", "PUT"])
        #expect(table.methods(of: try RoutePath(encoded: "/other")) == [])
    }

    @Test func `a second route for the same paths and method is refused, and one that was removed makes room`() throws {
        var table = try makeTable([("GET", "notes/:id"), ("PUT", "notes/:id")])
        let effects = [
            table.add(try route("GET", "notes/:other")),
            table.remove(try RoutePattern("notes/:id"), methods: ["POST"]),
            table.remove(try RoutePattern("notes/:x"), methods: ["GET"]),
            table.add(try route("GET", "notes/:other")),
            table.remove(try RoutePattern("notes/:id"), methods: nil),
        ]
        #expect(effects == [false, false, true, true, true])
        #expect(table.routes.isEmpty)
    }
}
