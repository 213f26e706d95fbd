import Foundation
import Gawa
import Testing

struct TypeScriptMockTests {
    @Test func `the mock of three services is this`() throws {
        try Golden.expect(TypeScriptMock(.sample).text, is: "native.mock.js")
        try Golden.expect(TypeScriptMock(.sample).declarations, is: "native.mock.d.ts")
    }

    @Test func `a page's test runs without an app, with what the mock answers`() async throws {
        let lines = try await MockedPage.run(
            """
            const note = { title: "a" };
            const mock = mockNative({ calendars: { isFollowing: (id) => id === "42", move: async () => note, log() {} } });
            say(await calendars.isFollowing("42"), await calendars.isFollowing("43"));
            const got = await calendars.move(5n, new Date(7));
            say(got !== note && got.title, calendars.log("line", new ArrayBuffer(3)));
            say(JSON.stringify(mock.calls.map((call) => [call.namespace, call.name, call.values.length])));
            say(mock.calls[2].values[1].getTime(), mock.calls[3].values[1] instanceof Uint8Array);
            say(calendars.has("then"), await calendars.call("isFollowing", ["42"]), "then" in calendars, artWorks.has("draw"));
            say(mockNative().calls.length, Object.isFrozen(calendars), Object.getPrototypeOf(calendars));
            """)
        #expect(
            lines == [
                "true false", "a undefined",
                #"[["calendars","isFollowing",1],["calendars","isFollowing",1],["calendars","move",2],["calendars","log",2]]"#,
                "7 true", "true true false true", "0 true null",
            ])
    }

    @Test func `errors arrive as the bridge would have it`() async throws {
        let lines = try await MockedPage.run(
            """
            mockNative({ calendars: {
              follow: () => { throw gawaError("calendar.missing", "gone", { data: { id: "x" } }); },
              isFollowing: () => { throw new RangeError("far"); },
              search: () => new Promise(() => {}),
            } });
            await fault(calendars.follow("x"));
            await fault(calendars.isFollowing("x"));
            await fault(calendars.attach({}));
            await fault(calendars.call("toString"));
            await fault(calendars.search("x", null, null, { timeout: 1 }));
            await fault(calendars.follow({ then: { deep: [() => 1] } }));
            await calendars.follow("x", { signal: AbortSignal.abort("early") }).catch((reason) => say(reason));
            const controller = new AbortController();
            const waiting = calendars.search("x", null, null, { signal: controller.signal });
            controller.abort("late");
            await waiting.catch((reason) => say(reason));
            """)
        #expect(
            lines == [
                #"true Error calendar.missing gone {"id":"x"}"#, "true RangeError RangeError far undefined",
                "true NotFoundError unknownFunction the test has no answer for calendars.attach undefined",
                "true NotFoundError unknownFunction the test has no answer for calendars.toString undefined",
                "true TimeoutError timeout search took too long undefined",
                "true DataCloneError dataClone arguments[0].then.deep[0] cannot be sent: a function undefined", "early",
                "late",
            ])
    }

    @Test func `a test calls what the page exposes`() async throws {
        let lines = try await MockedPage.run(
            """
            const mock = mockNative();
            const takeBack = calendars.expose("refresh", async (id, signal) => [id, signal.aborted]);
            say(JSON.stringify(await mock.callPage("refresh", new URL("https://example.com/"))));
            takeBack();
            await mock.callPage("refresh").catch((error) => say(error.code));
            """)
        #expect(lines == [#"["https://example.com/",false]"#, "unknownFunction"])
    }
}
