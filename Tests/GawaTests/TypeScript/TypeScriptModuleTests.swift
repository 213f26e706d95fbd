import Foundation
import Gawa
import TestProcess
import Testing

struct TypeScriptModuleTests {
    @Test func `the module of three services is this`() throws {
        try Golden.expect(TypeScriptModule(.sample).text, is: "native.js")
    }

    @Test func `a page with the bridge imports its namespaces and the hash`() async throws {
        let run = try await run(
            """
            class GawaError extends Error {}
            const calendars = Object.freeze({ __proto__: null, GawaError, isFollowing: async (id) => id === "42" });
            Object.defineProperty(globalThis, "calendars", { value: calendars });
            Object.defineProperty(globalThis, "art-works", { value: { GawaError } });
            Object.defineProperty(globalThis, "live", { value: { GawaError } });
            const native = await import("./native.js");
            const same = native.calendars === calendars && native.GawaError === GawaError;
            console.log(same, await native.calendars.isFollowing("42"), native.schemaHash, Object.keys(native).sort().join());
            """)
        #expect(run.errorText == "")
        #expect(
            run.output
                == "true true \(BridgeSchema.sample.hash) GawaError,artWorks,calendars,live,schemaHash")
    }

    @Test(arguments: ["undefined", "null", "{ id: 'calendars' }"])
    func `a page without the bridge gets an error that says so`(value: String) async throws {
        let run = try await run(
            """
            globalThis.calendars = \(value);
            globalThis.location = { origin: "https://example.com" };
            await import("./native.js").then(() => console.log("imported"), (error) => console.log(error.message));
            """)
        #expect(run.output.hasPrefix("The app's bridge is not here: https://example.com has no \"calendars\"."))
    }

    private func run(_ script: String) async throws -> ToolRun {
        try await withTemporaryFolder { folder in
            try TypeScriptFiles(.sample).write(to: folder)
            try Data("{\"type\":\"module\"}".utf8).write(to: folder.appending(path: "package.json"))
            try Data(script.utf8).write(to: folder.appending(path: "page.js"))
            return try await ToolRun.run("/usr/bin/node", ["page.js"], in: folder)
        }
    }
}
