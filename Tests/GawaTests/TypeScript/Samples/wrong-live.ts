// Each line that names an error must have exactly that error, and no other line may have one.
import { artWorks, calendars, live } from "./native.js";
import type { FollowChange } from "./native.js";

export async function wrong(signal: AbortSignal): Promise<void> {
  // Streams.
  for await (const reading of live.readings("x")) console.log(reading.valeu); // TS2551
  for await (const reading of live.readings(5)) console.log(reading); // TS2345
  for (const reading of live.readings("x")) console.log(reading); // TS2488
  const reading = await live.readings("x"); // A stream is no promise, and awaiting it changes nothing.
  console.log(reading.value); // TS2339
  live.readings("x").then(console.log); // TS2339
  live.readings("x", { timeout: 5 }); // TS2345
  live.chunks().readable = new ReadableStream(); // TS2540
  for await (const chunk of live.chunks()) console.log(chunk.length); // TS2532
  // Events.
  live.changed("x"); // TS2339
  live.addEventListener("changed", (event) => console.log(event.detail.following)); // TS2551
  live.addEventListener("changed", (event: CustomEvent<string>) => console.log(event)); // TS2769
  live.addEventListener("changed", { handleEvent(event: CustomEvent<string>) { console.log(event); } }); // TS2769
  live.addEventListener("changed", (change: FollowChange) => console.log(change)); // TS2769
  live.addEventListener("sync-state", (event) => event.detail.toFixed()); // TS2531
  live.addEventListener("chnaged", (event) => event.detail.id); // TS2571
  live.addEventListener("changed", () => {}, { sginal: signal }); // TS2769
  live.removeEventListener("changed", (event: CustomEvent<string>) => console.log(event)); // TS2769
  live.dispatchEvent(new Event("seen")); // TS2345
  live.dispatchEvent("seen"); // TS2345
  // Namespaces without events have no such functions.
  artWorks.addEventListener("changed", () => {}); // TS2339
  // Synchronous calls.
  const locale: string = live.locale("x"); // TS2322
  live.locale.sync("x").then(console.log); // TS2339
  live.locale.sync(); // TS2554
  live.locale.sync("x", { signal }); // TS2345
  calendars.isFollowing.sync("x"); // TS2339
  live.locale = live.locale; // TS2540
  const total: string = live.total.sync(); // TS2322
  // Functions and streams as arguments.
  live.each(() => "yes"); // TS2322
  live.each(async () => "yes"); // TS2322
  live.each((reading: FollowChange) => reading.isFollowing); // TS2345
  live.each((reading, index) => index > 1); // TS2532
  // The app's arguments are followed by a signal, which this would take for a number.
  live.each(() => true, (draft, more = 5) => ({ price: draft.text.length + Number(more) })); // TS2322
  live.each(() => true, (draft, more?: number) => ({ price: draft.text.length + (more ?? 0) })); // TS2345
  live.each(() => true, (draft) => ({ price: draft.text })); // TS2345
  live.each(null); // TS2345
  live.watch(() => 5, true); // TS2345
  live.upload("x", [new ArrayBuffer(8)]); // TS2345
  live.upload("x", new ReadableStream<string>()); // TS2345
  live.upload("x", (async function* () { yield "text"; })()); // TS2345
  live.sum(new ReadableStream<Date>()); // TS2345
  console.log(locale, total);
}
