/// A stand-in for the app in a page's own tests: the texts of `native.mock.js` and `native.mock.d.ts`.
///
/// A test imports `native.mock.js` before the page's code, which makes the namespaces of the bridge, and says with
/// `mockNative({ calendars: { isFollowing: async (id) => id === "42" } })` what the functions answer. Values are copied and
/// errors, aborts and time-outs arrive as the bridge would have it. A function without an answer is unknown.
public struct TypeScriptMock: Sendable {
    /// The text of `native.mock.js`, an ES module.
    public let text: String
    /// The text of `native.mock.d.ts`.
    public let declarations: String

    /// Writes the mock of a bridge.
    public init(_ schema: BridgeSchema) {
        let names = TypeScriptNames(schema)
        let table = schema.services.map { service in
            var seen = ServiceSchema.reservedFunctionNames
            let functions = service.functions.filter { seen.insert($0.name).inserted }.map {
                "    [\(TypeScriptText.quoted($0.name)), \($0.parameters.count), \($0.isOneWay)],\n"
            }.joined()
            return "  [\(TypeScriptText.quoted(service.name)), [\n\(functions)  ]],\n"
        }.joined()
        text = """
            \(TypeScriptDeclarations.header)

            // Each namespace with its functions: name, number of parameters, whether it is one-way.
            const namespaces = [
            \(table)];

            \(Self.runtime)
            """
        let answers = zip(schema.services, names.services).map { service, name in
            "  \(TypeScriptText.memberName(service.name))?: Answers<\(name.interface)>;\n"
        }.joined()
        let interfaces = (names.services.map(\.interface) + ["GawaError", "GawaErrorCode", "GawaNamespace"]).sorted()
        declarations = """
            \(TypeScriptDeclarations.header)

            import type { \(interfaces.joined(separator: ", ")) } from "./native.js";

            /** What the functions of a namespace do: the same as they do, or at once what their promises give. */
            export type Answers<Namespace> = {
              [Name in Exclude<keyof Namespace, keyof GawaNamespace>]?: Namespace[Name] extends (...values: infer Values) => infer Result
                ? (...values: Values) => Result | Awaited<Result>
                : never;
            };

            /** What the app would answer, by namespace. */
            export interface NativeAnswers {
            \(answers)}

            \(Self.types)
            """
    }

    private static let types = """
        /** A call that the page made. */
        export interface MockCall {
          readonly namespace: string;
          readonly name: string;
          readonly values: readonly any[];
        }

        export interface NativeMock {
          /** All calls since `mockNative`, in order. */
          readonly calls: readonly MockCall[];
          /** Calls a function that the page exposed, as the app would. */
          callPage(name: string, ...values: unknown[]): Promise<unknown>;
        }

        /** Replaces all answers, and begins a new list of calls. */
        export declare function mockNative(answers?: NativeAnswers): NativeMock;

        /** Makes an error for an answer to throw. */
        export declare function gawaError(
          code: GawaErrorCode | (string & {}),
          message?: string,
          options?: { name?: string; data?: unknown; cause?: unknown },
        ): GawaError;

        """
}
