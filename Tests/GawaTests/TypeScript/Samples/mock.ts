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
