import Foundation
import Gawa
import TestProcess
import Testing

/// What the TypeScript compiler says of pages that use the declarations.
struct TypeScriptCompilerTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")

    /// The compiler takes seconds to start, so one run reads all that it is asked about.
    @Test func `strict TypeScript takes what is right, in modules and scripts, and finds each fault`() async throws {
        let sources = ["page.ts", "script.ts", "mock.ts", "wrong.ts"]
        let (found, expected) = try await withTemporaryFolder { folder in
            var expected: Set<TypeScriptCompiler.Diagnostic> = []
            for source in sources {
                let text = try String(contentsOf: Self.samples.appending(path: source), encoding: .utf8)
                try Data(text.utf8).write(to: folder.appending(path: source))
                expected.formUnion(TypeScriptCompiler.expectations(of: text, in: source))
            }
            var files = sources
            let schemas = [(".", BridgeSchema.sample), ("odd", Self.oddNames), ("none", BridgeSchema(services: []))]
            for (place, schema) in schemas {
                try TypeScriptFiles(schema, includesMock: true).write(to: folder.appending(path: place))
                files += ["\(place)/native.d.ts", "\(place)/native.mock.d.ts"]
            }
            return (try await TypeScriptCompiler.compile(files, in: folder), expected)
        }
        #expect(expected.count > 25)
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

    /// A schema of names that are no identifiers, are taken, or end a string, a line or a comment.
    private static var oddNames: BridgeSchema {
        let names = ["delete", "__proto__", "1st", "ä", "", "a\"b\\", "line\nbreak\u{2028}", "*/", "日本"]
        let members = names.map { TypeSchema.Member($0, .string) }
        let odd = TypeSchema.object(TypeSchema.TypeName(swiftName: "M.Odd", name: "Odd"), members)
        let kinds = TypeSchema.enumeration(
            TypeSchema.TypeName(swiftName: "M.Kind", name: "Promise"), names.map { .string($0) })
        let functions = names.map {
            FunctionSchema(
                name: $0,
                parameters: [
                    ParameterSchema(name: $0, type: odd), ParameterSchema(name: $0, type: kinds),
                    ParameterSchema(name: "options", type: .optional(.string)),
                ], result: kinds, documentation: $0 + "\n" + $0)
        }
        let services = ["delete", "my-app", "my app", "CallOptions", "日本"].map {
            ServiceSchema(name: $0, documentation: "*/ }", functions: functions)
        }
        return BridgeSchema(services: services + [ServiceSchema(name: "empty", functions: [])])
    }
}
