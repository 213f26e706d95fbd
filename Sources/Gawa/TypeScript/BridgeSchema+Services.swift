extension BridgeSchema {
    /// Makes the schema of services from their declarations alone: no service is made.
    ///
    /// ```swift
    /// try TypeScriptFiles(BridgeSchema(Calendars.self)).write(to: folder)
    /// ```
    ///
    /// Types of the app are found out by decoding them from made-up values, so their `init(from:)` runs.
    ///
    /// - Parameter services: The types of the services that ``Bridge/init(_:allowing:limits:)`` gets, in the same order.
    public init<each Service: BridgeService>(_ services: repeat (each Service).Type) {
        var schemas: [ServiceSchema] = []
        for service in repeat each services { schemas.append(ServiceSchema(service)) }
        self.init(services: schemas)
    }
}

extension ServiceSchema {
    /// Makes the schema of one service from its declarations.
    public init<Service: BridgeService>(_ service: Service.Type) {
        var description = BridgeDescription<Service>()
        service.describe(&description)
        self.init(
            name: service.name, documentation: service.documentation,
            functions: description.functions.map { $0.makeSchema() })
    }
}
