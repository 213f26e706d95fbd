import Foundation
import Gawa
import TestProcess
import Testing

/// A page's own test, run without an app.
enum MockedPage {
    /// Runs a script that has imported the mock and the namespaces, and returns what it said line by line.
    static func run(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> [String] {
        let prelude = """
            import { gawaError, mockNative } from "./native.mock.js";
            import { artWorks, calendars, live, GawaError } from "./native.js";
            const say = (...values) => console.log(...values);
            const fault = async (promise) => promise.then(() => say("no error"), (error) =>
              say(error instanceof GawaError, error.name, error.code, error.message, JSON.stringify(error.data)));

            """
        let run = try await withTemporaryFolder { folder in
            try TypeScriptFiles(.sample, includesMock: true).write(to: folder)
            try Data("{\"type\":\"module\"}".utf8).write(to: folder.appending(path: "package.json"))
            try Data((prelude + script).utf8).write(to: folder.appending(path: "test.js"))
            return try await ToolRun.run("/usr/bin/node", ["test.js"], in: folder)
        }
        #expect(run.errorText == "", sourceLocation: sourceLocation)
        return run.output.components(separatedBy: "\n")
    }
}
