// A page's test that uses the mock rightly, and wrongly in the lines that name an error.
import { gawaError, mockNative } from "./native.mock.js";
import type { NativeMock } from "./native.mock.js";

const mock: NativeMock = mockNative({
  calendars: {
    isFollowing: (id) => id.length === 2,
    follow: async () => { throw gawaError("calendar.missing", "gone", { data: { id: 1 } }); },
    "dotted.name": async (urls) => urls.map(() => null),
    log: (line) => console.log(line),
  },
  "art-works": { nothing: () => ({}) },
});
mockNative();
mockNative({ calendars: { isFollowing: () => "yes" } }); // TS2322
mockNative({ calendars: { isfollowing: () => true } }); // TS2322
mockNative({ calendar: {} }); // TS2345
const answer: Promise<unknown> = mock.callPage("refresh", 1);
console.log(mock.calls[0].values[0], answer);

// Streams, events, synchronous calls, and functions and streams of the page.
mockNative({
  live: {
    readings: [{ value: "1" }, { value: "2", source: "https://example.com/" }],
    chunks: async function* (size) { yield new Uint8Array(size ?? 1); yield undefined; },
    locale: (id) => `de_${id}`,
    total: (reading) => reading ? `${reading.value}` : undefined,
    each: async (visit, rate) => {
      const goesOn: boolean | null | undefined = await visit({ value: "1" }, 0);
      if (goesOn) (await rate?.({ text: new Uint8Array() }))?.price.toString();
    },
    watch: async (until, again) => { await until?.(); return again ? [1, 2] : new ReadableStream<number>(); },
    upload: async (name, chunks) => { for await (const chunk of chunks) console.log(name, chunk.byteLength); },
    sum: async (source) => {
      let sum = 0;
      for await (const value of source ?? []) sum += Number(value);
      return `${sum}`;
    },
  },
});
mock.emit("live", "changed", { id: "42", isFollowing: true });
mock.emit("live", "sync-state", null);
const detail: unknown = mock.dispatched[0].detail;
mockNative({ live: { readings: [{ valeu: "1" }] } }); // TS2322
mockNative({ live: { readings: async function* () { yield 5; } } }); // TS2322
mockNative({ live: { locale: async () => "de" } }); // TS2322
mockNative({ live: { each: (visit) => { visit({ value: 5 }, 0); } } }); // TS2322
mockNative({ live: { changed: [] } }); // TS2322
mockNative({ live: { addEventListener: () => {} } }); // TS2322
mock.emit("live", "changed", { id: "42" }); // TS2345
mock.emit("live", "chnaged", null); // TS2345
mock.emit("calendars", "changed", null); // TS2345
console.log(detail);
