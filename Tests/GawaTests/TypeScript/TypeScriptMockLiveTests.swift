import Testing

/// The mock's streams, events, synchronous calls, and functions and streams as arguments.
struct TypeScriptMockLiveTests {
    @Test func `streams take their items from arrays, generators and streams`() async throws {
        let lines = try await MockedPage.run(
            """
            import { getEventListeners } from "node:events";
            const reading = { value: "1" };
            const mock = mockNative({ live: {
              readings: [reading, reading],
              chunks: async function* (size) { yield new Uint8Array(size); yield undefined; },
              watch: async () => new ReadableStream({ start(c) { c.enqueue(7); c.enqueue(8); c.close(); } }),
            } });
            const readings = live.readings("x");
            say(mock.calls.length, readings[Symbol.asyncIterator]() === readings);
            const first = await readings.next();
            say(first.value !== reading && first.value.value, first.done, JSON.stringify(mock.calls));
            for await (const other of readings) say(other.value);
            say(JSON.stringify(await readings.next()));
            const { signal } = new AbortController();
            for await (const chunk of live.chunks(3, { signal })) say(chunk?.length, getEventListeners(signal, "abort").length);
            say(getEventListeners(signal, "abort").length);
            for await (const number of live.call("watch", [null, true])) say(number);
            const reader = live.readings("y").readable.getReader();
            say((await reader.read()).value.value, (await reader.read()).done, (await reader.read()).done);
            """)
        #expect(
            lines == [
                "0 true", #"1 false [{"namespace":"live","name":"readings","values":["x"]}]"#, "1", #"{"done":true}"#,
                "3 1", "undefined 1", "0", "7", "8", "1 false true",
            ])
    }

    @Test func `who leaves a stream ends its answer`() async throws {
        let lines = try await MockedPage.run(
            """
            let ends = 0;
            mockNative({ live: { watch: function* () { try { for (;;) yield 1; } finally { ends++; } } } });
            for await (const number of live.watch(null, true)) break;
            const stream = live.watch(null, true);
            await stream.next();
            say(JSON.stringify(await stream.return()), JSON.stringify(await stream.next()));
            const read = live.watch(null, true);
            say(read.readable === read.readable, read.readable === live.watch(null, true).readable);
            const reader = read.readable.getReader();
            await reader.read();
            await reader.cancel("enough");
            say((await read.next()).done);
            const unread = live.watch(null, true);
            await unread.return();
            say((await unread.next()).done);
            let cancelled;
            mockNative({ live: { watch: () => new ReadableStream({
              pull(controller) { controller.enqueue(1); }, cancel() { cancelled = true; },
            }) } });
            // Without what Node.js has and WebKit has not.
            delete ReadableStream.prototype[Symbol.asyncIterator];
            for await (const number of live.watch(null, true)) break;
            await new Promise(setImmediate);
            say(ends, cancelled);
            """)
        #expect(lines == [#"{"done":true} {"done":true}"#, "true false", "true", "true", "3 true"])
    }

    @Test func `a stream that is aborted or fails says so once, and is over`() async throws {
        let lines = try await MockedPage.run(
            """
            const controller = new AbortController();
            mockNative({ live: {
              watch: async function* () { yield 1; await new Promise(() => {}); },
              chunks: function* () { yield new Uint8Array(1); throw new RangeError("far"); },
              readings: async () => { throw gawaError("readings.none", "none", { data: [1] }); },
            } });
            const stream = live.watch(null, true, { signal: controller.signal });
            await stream.next();
            const waiting = [stream.next(), stream.next()];
            controller.abort("late");
            await waiting[0].catch(say);
            say(JSON.stringify(await waiting[1]), JSON.stringify(await stream.next()));
            const early = live.watch(null, true, { signal: AbortSignal.abort("early") });
            await early.next().catch(say);
            say((await early.next()).done);
            const chunks = live.chunks();
            say((await chunks.next()).value.length);
            await fault(chunks.next());
            say((await chunks.next()).done);
            await fault(live.readings("x").next());
            mockNative();
            await fault(live.readings("x").readable.getReader().read());
            try { live.readings(() => {}); } catch (error) { say(error.code); }
            """)
        #expect(
            lines == [
                "late", #"{"done":true} {"done":true}"#, "early", "true", "1",
                "true RangeError RangeError far undefined", "true", "true Error readings.none none [1]",
                "true NotFoundError unknownFunction the test has no answer for live.readings undefined", "dataClone",
            ])
    }

    @Test func `events reach each listener once, as long as it listens`() async throws {
        let lines = try await MockedPage.run(
            """
            const mock = mockNative();
            const detail = { id: "42", isFollowing: true };
            const tell = (event) => say(event instanceof Event, event.type, event.detail !== detail && event.detail.id);
            const object = { handleEvent(event) { say(this === object, event.detail.id); } };
            const controller = new AbortController();
            live.addEventListener("changed", tell);
            live.addEventListener("changed", tell, false);
            live.addEventListener("changed", object, { once: true });
            live.addEventListener("changed", () => say("signal"), { signal: controller.signal });
            live.addEventListener("changed", () => say("never"), { signal: AbortSignal.abort() });
            live.addEventListener("changed", null);
            live.addEventListener("call", (event) => say(event.detail));
            mock.emit("live", "changed", detail);
            controller.abort();
            live.removeEventListener("changed", tell, true);
            mock.emit("live", "changed", detail);
            live.removeEventListener("changed", tell);
            mock.emit("live", "changed", detail);
            mock.emit("live", "call");
            live.addEventListener("changed", () => say("late"));
            await null;
            try { mock.emit("live", "newer", 1); } catch (error) { say(error.message); }
            try { mock.emit("calendars", "changed", 1); } catch (error) { say(error.message); }
            say("changed" in live, live.has("changed"), "addEventListener" in calendars, typeof live.call);
            """)
        #expect(
            lines == [
                "true changed 42", "true 42", "signal", "true changed 42", "null",
                #"live has no event "newer""#, #"calendars has no event "changed""#, "false true false function",
            ])
    }

    @Test func `a listener that throws keeps nothing from the others, and one that stops an event does`() async throws {
        let lines = try await MockedPage.run(
            """
            process.on("uncaughtException", (error) => say("uncaught", error.message));
            live.addEventListener("call", () => { throw new Error("first"); });
            live.addEventListener("call", function (event) { say("second", this === live); event.stopImmediatePropagation(); });
            live.addEventListener("call", () => say("third"));
            mockNative().emit("live", "call", null);
            """)
        #expect(lines == ["second true", "uncaught first"])
    }

    @Test func `an event that tells the latest tells each new listener once`() async throws {
        let lines = try await MockedPage.run(
            """
            const mock = mockNative();
            live.addEventListener("visibility", (event) => say("first", event.detail));
            await null;
            mock.emit("live", "visibility", "friends");
            live.addEventListener("visibility", (event) => say("second", event.detail), { once: true });
            live.addEventListener("visibility", (event) => say("third", event.detail));
            const removed = () => say("removed");
            live.addEventListener("visibility", removed);
            live.removeEventListener("visibility", removed);
            mock.emit("live", "visibility", "private");
            live.addEventListener("visibility", (event) => say("fourth", event.detail));
            await null;
            mockNative();
            live.addEventListener("visibility", (event) => say("fifth", event.detail));
            await null;
            """)
        #expect(
            lines == [
                "first friends", "first private", "second private", "third private", "fourth private",
            ])
    }

    @Test func `what the page dispatches is told to the test`() async throws {
        let lines = try await MockedPage.run(
            """
            const mock = mockNative();
            const event = Object.assign(new Event("seen"), { detail: { at: new Date(7) } });
            live.addEventListener("seen", (heard) => say(heard === event));
            live.addEventListener("refused", (heard) => heard.preventDefault());
            say(live.dispatchEvent(event), JSON.stringify(mock.dispatched), mock.dispatched[0].detail !== event.detail);
            say(live.dispatchEvent(new Event("refused", { cancelable: true })), mockNative().dispatched.length);
            try { live.dispatchEvent(Object.assign(new Event("seen"), { detail: say })); } catch (error) { say(error.code); }
            """)
        #expect(
            lines == [
                "true", #"true [{"namespace":"live","type":"seen","detail":{"at":"1970-01-01T00:00:00.007Z"}}] true"#,
                "false 0",
                "dataClone",
            ])
    }

    @Test func `a synchronous function answers at once, and as a promise`() async throws {
        let lines = try await MockedPage.run(
            """
            const mock = mockNative({ live: {
              locale: (id) => { if (!id) throw gawaError("locale.none"); return `de_${id}`; },
              total: async () => "1",
            } });
            say(live.locale.sync("AT", { timeout: 5 }), await live.locale("CH", { timeout: 5000 }));
            say(JSON.stringify(mock.calls.map((call) => call.values)), "sync" in live.each);
            const failed = (body) => { try { body(); } catch (error) { say(error.code, error.message); } };
            failed(() => live.locale.sync(""));
            failed(() => live.total.sync());
            mockNative();
            failed(() => live.locale.sync("AT"));
            """)
        #expect(
            lines == [
                "de_AT de_CH", #"[["AT"],["CH"]] false"#, "locale.none locale.none",
                "undefined the test's answer for live.total is a promise, and total.sync cannot wait",
                "unknownFunction the test has no answer for live.locale",
            ])
    }

    @Test func `answers call the page's functions and read its streams`() async throws {
        let lines = try await MockedPage.run(
            """
            const bytes = new Uint8Array([1, 2]);
            const mock = mockNative({ live: {
              each: async (visit, rate) => say(await visit({ value: "1" }, 5), rate),
              upload: async (name, chunks) => { for await (const chunk of chunks) say(name, chunk !== bytes, chunk.length); },
              sum: async (source) => { let sum = 0; for await (const value of source) sum += value; return sum; },
              watch: async function* (until, again) { yield again; await until(); },
            } });
            await live.each((reading, index, signal) => reading.value === "1" && index === 5 && !signal.aborted, null);
            await fault(live.each(() => say));
            delete ReadableStream.prototype[Symbol.asyncIterator];
            live.upload("file", new ReadableStream({ start(c) { c.enqueue(bytes); c.close(); } }));
            say(await live.sum((async function* () { yield 1; yield 2; })()));
            for await (const again of live.watch(async () => say("until"), true)) say(again);
            say(mock.calls.map((call) => call.name).join());
            // Only where the app has declared so, and only as a whole argument.
            await fault(calendars.follow(() => {}));
            await fault(live.each([() => {}]));
            await fault(live.locale(() => {}));
            """)
        #expect(
            lines == [
                "true null", "true DataCloneError dataClone result cannot be sent: a function undefined", "file true 2",
                "3", "true", "until", "each,each,upload,sum,watch",
                "true DataCloneError dataClone arguments[0] cannot be sent: a function undefined",
                "true DataCloneError dataClone arguments[0][0] cannot be sent: a function undefined",
                "true DataCloneError dataClone arguments[0] cannot be sent: a function undefined",
            ])
    }
}
