/// The TypeScript declarations of a bridge: the text of `native.d.ts`.
///
/// The file is a module, so that the types of an app do not mix with those of the page's own libraries, and it declares
/// the namespaces globally. A project that includes it (`"include"` in `tsconfig.json`, or a `/// <reference path>`)
/// knows `calendars` and `window.calendars` in all of its files, modules or not. `import type { Note } from "./native.js"`
/// names a type; in a file that is no module, `import("./native").Note` does. It describes ``TypeScriptModule`` too.
///
/// Values that a page sends may have more forms than those that it gets: `ArrayBuffer` beside `Uint8Array`, `URL` beside
/// `string`, `number` beside the digits of a `Decimal`. A named type with such a member is declared twice where pages send
/// it: `Note` is what the app gives, `NoteInput` what it takes. Each `Note` can be sent as a `NoteInput`. All other types
/// are the same both ways.
public struct TypeScriptDeclarations: Sendable {
    /// The text of the file.
    public let text: String

    /// Writes the declarations of a bridge.
    public init(_ schema: BridgeSchema) {
        let names = TypeScriptNames(schema)
        let types = TypeScriptTypes(schema, reserved: Set(names.services.map(\.interface)))
        let writer = TypeScriptTypeWriter(types: types)
        let interfaces = zip(types.services, names.services).map { service, name in
            Self.interface(service, name, writer)
        }
        var parts = [Self.header + "\n"]
        parts += interfaces
        parts += types.declarations
        parts.append(Self.shared)
        parts.append(Self.exports(names, hash: schema.hash))
        if !names.services.isEmpty { parts.append(Self.globals(names)) }
        text = parts.joined(separator: "\n")
    }

    static let header =
        "// Made by Gawa from the app's Swift declarations. Changes belong there: this file is made anew."

    // MARK: Services

    private static func interface(
        _ service: ServiceSchema, _ name: TypeScriptNames.Service, _ writer: TypeScriptTypeWriter
    ) -> String {
        var text = TypeScriptText.comment(service.documentation)
        text += "export interface \(name.interface) extends GawaNamespace {\n"
        var seen = ServiceSchema.reservedFunctionNames.union(["then"])
        for function in service.functions where seen.insert(function.name).inserted {
            text += TypeScriptText.comment(function.documentation, indent: "  ")
            text += "  \(signature(function, writer));\n"
        }
        return text + "}\n"
    }

    private static func signature(_ function: FunctionSchema, _ writer: TypeScriptTypeWriter) -> String {
        var taken: Set<String> = []
        let required = (function.parameters.lastIndex { !$0.type.isOptional } ?? -1) + 1
        var parameters = function.parameters.enumerated().map { index, parameter in
            let name = TypeScriptNames.free(TypeScriptText.identifier(parameter.name), in: &taken)
            guard index >= required, case .optional(let wrapped) = parameter.type else {
                return "\(name): \(writer.required(parameter.type))"
            }
            return "\(name)?: \(writer.spelling(.optional(wrapped), .toApp))"
        }
        if !function.isOneWay {
            parameters.append("\(TypeScriptNames.free("options", in: &taken))?: CallOptions")
        }
        let result = function.isOneWay ? "void" : "Promise<\(writer.result(function.result))>"
        return "\(TypeScriptText.memberName(function.name))(\(parameters.joined(separator: ", "))): \(result)"
    }

    // MARK: What is the same for all bridges

    private static let shared = """
        /** What each namespace has. */
        export interface GawaNamespace {
          /** Calls a function by a name that need not be declared here, such as one of a newer app. */
          call(name: string, values?: readonly unknown[], options?: CallOptions): Promise<unknown>;
          /** Whether the app has a function of this name. */
          has(name: string): boolean;
          /**
           * Lets the app call a function of the page by a name. It gets the app's arguments and then an AbortSignal.
           * Returns a function that takes it back.
           */
          expose(name: string, answer: (...values: any[]) => unknown): () => void;
          /** The class of the errors that calls end with. */
          readonly GawaError: typeof GawaError;
          /** What the app's declarations are; empty when the app does not tell, as in release builds. */
          readonly schemaHash: string;
        }

        /** How long a call may take. */
        export interface CallOptions {
          /** Gives the call up when it is aborted; the promise is rejected with its reason. */
          signal?: AbortSignal;
          /** Milliseconds after which the promise is rejected with the code `timeout`. */
          timeout?: number;
        }

        /** The codes of errors that do not come from the app's own functions. */
        export type GawaErrorCode =
          | "unknownFunction"
          | "badArgument"
          | "notAllowed"
          | "quotaExceeded"
          | "timeout"
          | "aborted"
          | "pageGone"
          | "dataClone"
          | "unreadable";

        /** Why a call failed. */
        export declare class GawaError extends Error {
          private constructor();
          /** The kind of error, such as `TypeError`, `NotAllowedError` or `TimeoutError`. */
          readonly name: string;
          /** One of the codes of the bridge, or what the app's function threw. */
          readonly code: GawaErrorCode | (string & {});
          /** What the app says beside the message. */
          readonly data?: unknown;
          /** The error behind this one. */
          readonly cause?: unknown;
        }

        """

    private static func exports(_ names: TypeScriptNames, hash: String) -> String {
        let constants = names.services.map { "export declare const \($0.constant): \($0.interface);\n" }.joined()
        return """
            \(constants)/** Changes when the functions or types of the app change. */
            export declare const schemaHash: "\(hash)";

            """
    }

    private static func globals(_ names: TypeScriptNames) -> String {
        let properties = names.services.map {
            "    readonly \(TypeScriptText.memberName($0.namespace)): \($0.interface);\n"
        }.joined()
        let variables = names.services.filter(\.isVariable).map {
            "  const \($0.constant): \($0.interface);\n"
        }.joined()
        return "declare global {\n  interface Window {\n\(properties)  }\n\(variables)}\n"
    }
}

extension TypeSchema {
    fileprivate var isOptional: Bool {
        if case .optional = self { true } else { false }
    }
}
