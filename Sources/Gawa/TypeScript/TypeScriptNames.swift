/// The names that a schema's services have in TypeScript, in the order of the services.
struct TypeScriptNames {
    struct Service {
        /// The namespace: the property of the page's global object.
        let namespace: String
        /// The interface.
        let interface: String
        /// The interface of the details of its events, if it has any.
        let events: String?
        /// The constant that the module exports.
        let constant: String
        /// Whether the namespace can be named without `window`.
        var isVariable: Bool { namespace == constant }
    }

    let services: [Service]

    /// All names that types must not have: those of the services' interfaces.
    var interfaces: Set<String> { Set(services.flatMap { [$0.interface] + ($0.events.map { [$0] } ?? []) }) }

    init(_ schema: BridgeSchema) {
        var interfaces = Self.takenByTypes.union(Self.takenByMock)
        var constants = Self.takenByTypes.union(["console", "globalThis", "namespace", "schemaHash"])
        services = schema.services.map { service in
            let constant = Self.free(TypeScriptText.identifier(service.name), in: &constants)
            let plain = Self.free(constant.prefix(1).uppercased() + constant.dropFirst(), in: &interfaces)
            let hasEvents = service.functions.contains(where: \.kind.isEvent)
            return Service(
                namespace: service.name, interface: plain,
                events: hasEvents ? Self.free(plain + "Events", in: &interfaces) : nil, constant: constant)
        }
    }

    /// What TypeScript's library and the declarations' own text mean by these names must stay that.
    static let takenByTypes: Set<String> = Set(
        """
        AbortSignal AddEventListenerOptions Array ArrayBuffer ArrayBufferView AsyncIterable AsyncIterableIterator
        CallOptions CustomEvent Date Error EventListenerOptions GawaError GawaErrorCode GawaEventTarget GawaListener
        GawaNamespace GawaStream IteratorResult Object Promise PromiseLike ReadableStream StreamOptions SyncOptions URL
        Uint8Array Window any bigint boolean never null number object string symbol undefined unknown void
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// The names of what ``TypeScriptMock`` declares beside the interfaces.
    private static let takenByMock: Set<String> = [
        "Answers", "MockArgument", "MockArguments", "MockCall", "MockEvent", "MockItems", "NativeAnswers",
        "NativeEvents", "NativeMock",
    ]

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
