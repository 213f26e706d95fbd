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
        let types = TypeScriptTypes(schema, reserved: names.interfaces)
        let writer = TypeScriptMemberWriter(types: TypeScriptTypeWriter(types: types))
        let interfaces = zip(types.services, names.services).flatMap { service, name in
            Self.interfaces(service, name, writer)
        }
        var parts = [Self.header + "\n"]
        parts += interfaces
        parts += types.declarations
        parts += Self.shared(Set(schema.services.flatMap { $0.functions.map(\.kind) }))
        parts.append(Self.exports(names, hash: schema.hash))
        if !names.services.isEmpty { parts.append(Self.globals(names)) }
        text = parts.joined(separator: "\n")
    }

    static let header =
        "// Made by Gawa from the app's Swift declarations. Changes belong there: this file is made anew."

    // MARK: Services

    private static func interfaces(
        _ service: ServiceSchema, _ name: TypeScriptNames.Service, _ writer: TypeScriptMemberWriter
    ) -> [String] {
        let parents = ["GawaNamespace"] + (name.events.map { ["GawaEventTarget<\($0)>"] } ?? [])
        var text = TypeScriptText.comment(service.documentation)
        text += "export interface \(name.interface) extends \(parents.joined(separator: ", ")) {\n"
        var seen = ServiceSchema.reservedFunctionNames.union(["then"])
        for function in service.functions where !function.kind.isEvent && seen.insert(function.name).inserted {
            text += writer.function(function)
        }
        guard let events = name.events else { return [text + "}\n"] }
        var map = "/** The events of `\(name.constant)`, each with its `detail`. */\nexport interface \(events) {\n"
        seen = []
        for event in service.functions where event.kind.isEvent && seen.insert(event.name).inserted {
            map += writer.event(event)
        }
        return [text + "}\n", map + "}\n"]
    }

    // MARK: Exports

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
