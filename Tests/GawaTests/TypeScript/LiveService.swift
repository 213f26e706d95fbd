import Foundation

@testable import Gawa

/// Types of the members that are more than one answer.
enum LiveTypes {
    struct FollowChange: Codable {
        var id: String
        var isFollowing: Bool
    }

    struct Reading: Codable {
        var value: Decimal
        var source: URL?
    }

    /// What only a function of the page gets or gives.
    struct Draft: Codable { var text: Data }

    struct Verdict: Codable { var price: Decimal }
}

extension ServiceSchema {
    /// A service that has streams, events, synchronous functions, and parameters that are functions and streams.
    static var live: ServiceSchema {
        func parameter<T>(_ name: String, _ type: T.Type) -> ParameterSchema {
            ParameterSchema(name: name, type: .of(type))
        }
        typealias Function = PageReferences.Function
        return ServiceSchema(
            name: "live",
            functions: [
                FunctionSchema(
                    name: "readings", kind: .stream, parameters: [parameter("query", String.self)],
                    result: .of(LiveTypes.Reading.self), documentation: "Readings as they come."),
                FunctionSchema(
                    name: "chunks", kind: .stream, parameters: [parameter("size", Int?.self)],
                    result: .of(Data?.self)),
                FunctionSchema(
                    name: "changed", kind: .event, result: .of(LiveTypes.FollowChange.self),
                    documentation: "Someone follows, or no longer does."),
                FunctionSchema(name: "sync-state", kind: .latestEvent, result: .of(Int?.self)),
                FunctionSchema(
                    name: "visibility", kind: .latestEvent, result: .of(CalendarTypes.Visibility.self),
                    documentation: "Who sees it."),
                FunctionSchema(name: "call", kind: .event),
                FunctionSchema(name: "42", kind: .event, result: .bigint),
                FunctionSchema(
                    name: "locale", kind: .synchronous, parameters: [parameter("id", String.self)], result: .string,
                    documentation: "The locale of a calendar."),
                FunctionSchema(
                    name: "total", kind: .synchronous, parameters: [parameter("reading", LiveTypes.Reading?.self)],
                    result: .of(Decimal?.self)),
                FunctionSchema(
                    name: "each",
                    parameters: [
                        parameter("visit", Function<Bool?, LiveTypes.Reading, Int?>.self),
                        parameter("rate", Function<LiveTypes.Verdict, LiveTypes.Draft>?.self),
                    ]),
                FunctionSchema(
                    name: "watch", kind: .stream,
                    parameters: [
                        ParameterSchema(name: "until", type: .optional(.function(arguments: [], result: .void))),
                        parameter("again", Bool.self),
                    ], result: .number),
                FunctionSchema(
                    name: "upload", kind: .message,
                    parameters: [parameter("name", String.self), parameter("chunks", PageReferences.Stream<Data>.self)]
                ),
                FunctionSchema(
                    name: "sum", parameters: [parameter("source", PageReferences.Stream<Decimal?>?.self)],
                    result: .of(Decimal.self)),
            ])
    }
}

extension BridgeSchema {
    /// A schema that has every kind of member and type.
    static var sample: BridgeSchema { BridgeSchema(services: plain.services + [.live]) }
}
