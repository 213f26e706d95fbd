import Foundation
import Gawa
import TestProcess
import Testing

/// What the TypeScript compiler says of pages that use the declarations.
struct TypeScriptCompilerTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")

    /// The compiler takes seconds to start, so one run reads all that it is asked about.
    @Test func `strict TypeScript takes what is right, in modules and scripts, and finds each fault`() async throws {
        let sources = ["page.ts", "live.ts", "script.ts", "mock.ts", "wrong.ts", "wrong-live.ts"]
        let (found, expected) = try await withTemporaryFolder { folder in
            var expected: Set<TypeScriptCompiler.Diagnostic> = []
            for source in sources {
                let text = try String(contentsOf: Self.samples.appending(path: source), encoding: .utf8)
                try Data(text.utf8).write(to: folder.appending(path: source))
                expected.formUnion(TypeScriptCompiler.expectations(of: text, in: source))
            }
            var files = sources
            let others = [(".", BridgeSchema.sample), ("odd", Self.oddNames), ("none", BridgeSchema(services: []))]
            let schemas = others + Self.alone.map { ($0.services[0].name, $0) }
            for (place, schema) in schemas {
                try TypeScriptFiles(schema, includesMock: true).write(to: folder.appending(path: place))
                files += ["\(place)/native.d.ts", "\(place)/native.mock.d.ts"]
            }
            return (try await TypeScriptCompiler.compile(files, in: folder), expected)
        }
        #expect(expected.count > 55)
        #expect(found.subtracting(expected).sorted() == [])
        #expect(expected.subtracting(found).sorted() == [])
    }

    @Test func `names and texts that could break out of their place in a module do not`() async throws {
        let script = try await withTemporaryFolder { folder in
            try TypeScriptFiles(Self.oddNames, includesMock: true).write(to: folder)
            try Data("{\"type\":\"module\"}".utf8).write(to: folder.appending(path: "package.json"))
            let imports = ["./native.mock.js", "./native.js"].map { "import \"\($0)\";" }.joined()
            return try await ToolRun.run("/usr/bin/node", ["--input-type=module", "-e", imports], in: folder)
        }
        #expect(script.status == 0, "\(script.errorText)")
    }

    // MARK: Parts

    /// Schemas of one function each: they need one or none of the parts of the files that others leave out.
    private static var alone: [BridgeSchema] {
        let live = ServiceSchema.live.functions
        let functions =
            [live[0], live[2], live[3], live[7], live[9]] + BridgeSchema.plain.services[0].functions.prefix(1)
        return functions.map { function in
            BridgeSchema(services: [ServiceSchema(name: "only-\(function.name)", functions: [function])])
        }
    }

    /// A schema of names that are no identifiers, are taken, or end a string, a line or a comment.
    private static var oddNames: BridgeSchema {
        let names = ["delete", "__proto__", "1st", "ä", "", "a\"b\\", "line\nbreak\u{2028}", "*/", "日本"]
        let members = names.map { TypeSchema.Member($0, .string) }
        let odd = TypeSchema.object(TypeSchema.TypeName(swiftName: "M.Odd", name: "Odd"), members)
        let kindOfValue = TypeSchema.enumeration(
            TypeSchema.TypeName(swiftName: "M.Kind", name: "Promise"), names.map { .string($0) })
        let functions = names.map {
            FunctionSchema(
                name: $0,
                parameters: [
                    ParameterSchema(name: $0, type: odd), ParameterSchema(name: $0, type: kindOfValue),
                    ParameterSchema(name: "options", type: .optional(.string)),
                ], result: kindOfValue, documentation: $0 + "\n" + $0)
        }
        let services = ["delete", "my-app", "my app", "CallOptions", "日本", "Error", "promise", "answers"].map {
            ServiceSchema(name: $0, documentation: "*/ }", functions: functions)
        }
        let kinds: [MemberKind] = [.stream, .event, .latestEvent, .synchronous, .message]
        let live = kinds.map { kind in
            ServiceSchema(
                name: "odd \(kind)",
                functions: functions.map { function in
                    var function = function
                    function.kind = kind
                    let callback = TypeSchema.function(
                        arguments: [kindOfValue, odd, .unknown(reason: "")], result: odd)
                    function.parameters.append(ParameterSchema(name: "a-b", type: .optional(callback)))
                    return function
                })
        }
        return BridgeSchema(services: services + live + [ServiceSchema(name: "empty", functions: [])])
    }
}
