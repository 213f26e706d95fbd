extension TypeScriptMock {
    /// The text of `native.mock.d.ts`, with as much as members of these kinds need.
    static func declarations(
        _ services: [ServiceSchema], _ names: TypeScriptNames, _ kinds: Set<MemberKind>, takesPageReferences: Bool
    ) -> String {
        let hasEvents = kinds.contains(where: \.isEvent)
        var imported = names.interfaces.union(["GawaError", "GawaErrorCode", "GawaNamespace"])
        if hasEvents { imported.insert("GawaEventTarget") }
        if kinds.contains(.stream) { imported.insert("GawaStream") }
        let answers = names.services.map {
            "  \(TypeScriptText.memberName($0.namespace))?: Answers<\($0.interface)>;\n"
        }.joined()
        let events = names.services.compactMap { service in
            service.events.map { "  \(TypeScriptText.memberName(service.namespace)): \($0);\n" }
        }.joined()
        return """
            \(TypeScriptDeclarations.header)

            import type { \(imported.sorted().joined(separator: ", ")) } from "./native.js";

            \(answersType(kinds, takesPageReferences: takesPageReferences))
            /** What the app would answer, by namespace. */
            export interface NativeAnswers {
            \(answers)}

            \(hasEvents ? "/** The events of each namespace. */\nexport interface NativeEvents {\n\(events)}\n\n" : "")\
            \(calls)\(hasEvents ? eventType : "")export interface NativeMock {
              /** All calls since `mockNative`, in order. */
              readonly calls: readonly MockCall[];
              /** Calls a function that the page exposed, as the app would. */
              callPage(name: string, ...values: unknown[]): Promise<unknown>;
            \(hasEvents ? eventMembers : "")}

            \(functions)
            """
    }

    /// The type that makes those of the answers from those of the functions.
    private static func answersType(_ kinds: Set<MemberKind>, takesPageReferences: Bool) -> String {
        let own = "keyof GawaNamespace\(kinds.contains(where: \.isEvent) ? " | keyof GawaEventTarget<unknown>" : "")"
        let values = takesPageReferences ? "MockArguments<Values>" : "Values"
        var forms = ""
        if kinds.contains(.synchronous) {
            forms += """
                    Namespace[Name] extends { sync(...values: infer Values): infer Result }
                      ? (...values: \(values)) => Result :

                """
        }
        if kinds.contains(.stream) {
            forms += """
                    Namespace[Name] extends (...values: infer Values) => GawaStream<infer Item>
                      ? MockItems<Item> | ((...values: \(values)) => MockItems<Item> | PromiseLike<MockItems<Item>>) :

                """
        }
        forms += """
                Namespace[Name] extends (...values: infer Values) => infer Result
                  ? (...values: \(values)) => Result | Awaited<Result> :
                never;
            """
        return """
            /** What the functions of a namespace do: the same as they do, or at once what their promises give. */
            export type Answers<Namespace> = {
              [Name in Exclude<keyof Namespace, \(own)>]?:
            \(forms)
            };

            \(kinds.contains(.stream) ? itemsType : "")\(takesPageReferences ? argumentsType : "")
            """
    }

    private static let itemsType = """
        /** What the items of a stream are taken from. */
        type MockItems<Item> = Iterable<Item> | AsyncIterable<Item> | ReadableStream<Item>;

        """

    private static let argumentsType = """
        /** What the app gets of arguments: of functions and streams of the page, some that it can call and read. */
        type MockArguments<Values extends readonly unknown[]> = { [Index in keyof Values]: MockArgument<Values[Index]> };
        type MockArgument<Value> =
          Value extends (...values: [...infer Values, AbortSignal]) => infer Result
            ? (...values: Values) => Promise<Awaited<Result>> : Exclude<Value, ReadableStream>;

        """

    private static let calls = """
        /** A call that the page made. */
        export interface MockCall {
          readonly namespace: string;
          readonly name: string;
          readonly values: readonly any[];
        }


        """

    private static let eventType = """
        /** An event that the page dispatched. */
        export interface MockEvent {
          readonly namespace: string;
          readonly type: string;
          readonly detail: unknown;
        }


        """

    private static let eventMembers = """
          /** All events that the page dispatched since `mockNative`, in order. */
          readonly dispatched: readonly MockEvent[];
          /** Tells the page of an event, as the app would. */
          emit<Namespace extends keyof NativeEvents, Type extends keyof NativeEvents[Namespace]>(
            namespace: Namespace, type: Type, detail: NativeEvents[Namespace][Type],
          ): void;

        """

    private static let functions = """
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
