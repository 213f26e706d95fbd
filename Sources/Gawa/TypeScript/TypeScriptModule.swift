/// The namespaces of a bridge as an ES module: the text of `native.js`.
///
/// `import { calendars } from "./native.js"` works in a page as it is and in a bundler; the types are in
/// ``TypeScriptDeclarations``, which TypeScript finds beside it. The module is JavaScript so that a page without a
/// compiler can use it. Imported where the app's bridge is not, it throws an error that says so.
public struct TypeScriptModule: Sendable {
    /// The text of the file.
    public let text: String

    /// Writes the module of a bridge.
    public init(_ schema: BridgeSchema) {
        let names = TypeScriptNames(schema)
        var text = TypeScriptDeclarations.header + "\n\n"
        text += "/** Changes when the functions or types of the app change. */\n"
        text += "export const schemaHash = \"\(schema.hash)\";\n"
        if !names.services.isEmpty {
            text += "\n" + Self.lookup + "\n"
            for service in names.services {
                text += "export const \(service.constant) = namespace(\(TypeScriptText.quoted(service.namespace)));\n"
            }
            if let first = names.services.first { text += "export const GawaError = \(first.constant).GawaError;\n" }
        }
        self.text = text
    }

    // The class is looked for because an element whose id is the name is a property of the window too.
    private static let lookup = """
        function namespace(name) {
          const found = globalThis[name];
          if (typeof found?.GawaError !== "function") {
            const place = globalThis.location?.origin ?? "this program";
            throw new Error(
              `The app's bridge is not here: ${place} has no "${name}". It is there in pages that the app shows, `
                + "from origins that its bridge allows.");
          }
          // Page and app are deployed apart: a difference may well be harmless.
          if (found.schemaHash && found.schemaHash !== schemaHash) {
            console.warn(`"${name}" was declared otherwise when this page's declarations were made from the app.`);
          }
          return found;
        }

        """
}
