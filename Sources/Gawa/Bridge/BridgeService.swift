/// A group of functions that pages call: one object in the page, by the service's name.
///
/// ```swift
/// struct Calendars: BridgeService {
///     let store: CalendarStore
///     static let name = "calendars"
///     static func describe(_ bridge: inout BridgeDescription<Self>) {
///         bridge.function("follow", "id") { (service: Self, id: String) async throws in
///             try await service.store.follow(id)
///         }
///     }
/// }
/// ```
///
/// The page calls `await calendars.follow("42")`.
public protocol BridgeService: Sendable {
    /// The name of the object in the page: a JavaScript identifier.
    static var name: String { get }

    /// Sentences on the service for the page's developers; empty by default.
    static var documentation: String { get }

    /// Declares the functions. It is static, so that declarations for the page can be written without an instance.
    static func describe(_ bridge: inout BridgeDescription<Self>)
}

extension BridgeService {
    /// No documentation.
    public static var documentation: String { "" }
}
