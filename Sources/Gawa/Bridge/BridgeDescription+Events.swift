/// Events: the page hears them with `addEventListener`.
///
/// A document that has a listener iterates a sequence of its own, from its first listener until its last one has gone, or
/// the document has. So a sequence of many listeners, as ``EventSource``, reaches all documents, and one that is made for
/// the ``Caller`` reaches this document only.
extension BridgeDescription {
    /// Declares an event.
    ///
    /// ```swift
    /// bridge.event("changed", of: FollowChange.self) { (service: Self) in service.store.changes }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The event's type in the page, another than the service's functions have.
    ///   - type: The event's `detail`.
    ///   - replaysLatest: Whether the sequence begins with the latest, if there is any, as that of an ``EventSource`` does
    ///     which keeps it: the page keeps it too, and tells listeners that join later.
    ///   - options: Documentation and policy of this one event.
    ///   - body: Makes the sequence. What it or the sequence throws ends the event for the document, and is told to
    ///     ``Bridge/onDiagnostic``.
    public mutating func event<Items: AsyncSequence & SendableMetatype>(
        _ name: String, of type: Items.Element.Type, replaysLatest: Bool = false,
        options: FunctionOptions = FunctionOptions(),
        body: nonisolated(nonsending) @escaping @Sendable (Service) async throws -> Items
    ) where Items.Element: Encodable & SendableMetatype {
        declare(
            name, kind: replaysLatest ? .latestEvent : .event, options, result: { .of(Items.Element.self) },
            body: .streaming { service, _, _ in ItemSource(try await body(service)) })
    }

    /// Declares an event whose sequence is made for one document.
    public mutating func event<Items: AsyncSequence & SendableMetatype>(
        _ name: String, of type: Items.Element.Type, replaysLatest: Bool = false,
        options: FunctionOptions = FunctionOptions(),
        body: nonisolated(nonsending) @escaping @Sendable (Service, Caller) async throws -> Items
    ) where Items.Element: Encodable & SendableMetatype {
        declare(
            name, kind: replaysLatest ? .latestEvent : .event, options, result: { .of(Items.Element.self) },
            body: .streaming { service, caller, _ in ItemSource(try await body(service, caller)) })
    }

    /// Declares an event, for a body without `await`.
    public mutating func event<Items: AsyncSequence & SendableMetatype>(
        _ name: String, of type: Items.Element.Type, replaysLatest: Bool = false,
        options: FunctionOptions = FunctionOptions(),
        body: @escaping @MainActor @Sendable (Service) throws -> Items
    ) where Items.Element: Encodable & SendableMetatype {
        declare(
            name, kind: replaysLatest ? .latestEvent : .event, options, result: { .of(Items.Element.self) },
            body: .streaming { service, _, _ in ItemSource(try body(service)) })
    }

    /// Declares an event whose sequence is made for one document, for a body without `await`.
    public mutating func event<Items: AsyncSequence & SendableMetatype>(
        _ name: String, of type: Items.Element.Type, replaysLatest: Bool = false,
        options: FunctionOptions = FunctionOptions(),
        body: @escaping @MainActor @Sendable (Service, Caller) throws -> Items
    ) where Items.Element: Encodable & SendableMetatype {
        declare(
            name, kind: replaysLatest ? .latestEvent : .event, options, result: { .of(Items.Element.self) },
            body: .streaming { service, caller, _ in ItemSource(try body(service, caller)) })
    }
}
