/// The names that a schema's services have in TypeScript, in the order of the services.
struct TypeScriptNames {
    struct Service {
        /// The namespace: the property of the page's global object.
        let namespace: String
        /// The interface.
        let interface: String
        /// The constant that the module exports.
        let constant: String
        /// Whether the namespace can be named without `window`.
        var isVariable: Bool { namespace == constant }
    }

    let services: [Service]

    init(_ schema: BridgeSchema) {
        var interfaces: Set<String> = ["CallOptions", "GawaError", "GawaErrorCode", "GawaNamespace", "Window"]
        var constants: Set<String> = ["GawaError", "schemaHash", "namespace"]
        services = schema.services.map { service in
            let constant = Self.free(TypeScriptText.identifier(service.name), in: &constants)
            let plain = constant.prefix(1).uppercased() + constant.dropFirst()
            return Service(
                namespace: service.name, interface: Self.free(plain, in: &interfaces), constant: constant)
        }
    }

    /// A name that is not taken yet, and takes it: the name itself, or with the first number that makes it one.
    static func free(_ name: String, in taken: inout Set<String>) -> String {
        var free = name
        var number = 2
        while taken.contains(free) {
            free = "\(name)\(number)"
            number += 1
        }
        taken.insert(free)
        return free
    }
}
