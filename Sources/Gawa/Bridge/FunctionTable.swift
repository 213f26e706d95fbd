/// All functions of a bridge, by namespace and name.
struct FunctionTable: Sendable {
    struct Namespace: Sendable {
        let name: String
        let functions: [BoundFunction]
    }

    let namespaces: [Namespace]
    private let functions: [String: [String: BoundFunction]]

    init(_ services: [any BridgeService], _ middleware: [any BridgeMiddleware] = []) {
        namespaces = services.map { Self.bind($0, middleware) }
        for (index, namespace) in namespaces.enumerated() {
            ReservedNames.check(service: namespace.name)
            precondition(
                !namespaces[..<index].contains { $0.name == namespace.name },
                "Two services of a bridge are named '\(namespace.name)': give one another name")
        }
        functions = Dictionary(
            uniqueKeysWithValues: namespaces.map { namespace in
                (namespace.name, Dictionary(uniqueKeysWithValues: namespace.functions.map { ($0.name, $0) }))
            })
    }

    /// Those that can be called synchronously.
    var synchronous: [BoundFunction] { namespaces.flatMap(\.functions).filter { $0.kind == .synchronous } }

    subscript(namespace: String, name: String) -> BoundFunction? { functions[namespace]?[name] }

    private static func bind<Service: BridgeService>(
        _ service: Service, _ middleware: [any BridgeMiddleware]
    ) -> Namespace {
        var description = BridgeDescription<Service>()
        Service.describe(&description)
        return Namespace(
            name: Service.name,
            functions: description.functions.map { BoundFunction($0, service: service, middleware: middleware) })
    }
}
