// Streams, events, synchronous calls, and functions and streams as arguments, used rightly.
import { live } from "./native.js";
import type { Draft, FollowChange, GawaStream, LiveEvents, Reading, VerdictInput, Visibility } from "./native.js";

async function streams(signal: AbortSignal): Promise<string[]> {
  const values: string[] = [];
  for await (const reading of live.readings("swift", { signal })) {
    if (reading.source !== undefined) break;
    values.push(reading.value);
  }
  const chunks: GawaStream<Uint8Array | undefined> = live.chunks();
  const first: IteratorResult<Uint8Array | undefined> = await chunks.next();
  if (!first.done) values.push(`${first.value?.byteLength}`);
  await chunks.return();
  const readable: ReadableStream<Reading> = live.readings("swift").readable;
  await readable.pipeThrough(new TransformStream<Reading, string>()).pipeTo(new WritableStream());
  const again: AsyncIterable<number> = live.watch(null, true);
  live.watch((signal) => signal.throwIfAborted(), false, {});
  return [...values, typeof again];
}

class Listener {
  handleEvent(event: CustomEvent<FollowChange>): void { console.log(this, event.detail.id); }
}

function events(signal: AbortSignal): void {
  live.addEventListener("changed", (event) => {
    const change: FollowChange = event.detail;
    console.log(change.isFollowing, event.type);
  }, { signal, once: true });
  live.addEventListener("changed", new Listener(), true);
  live.addEventListener("changed", () => {});
  live.addEventListener("changed", null);
  live.addEventListener("sync-state", { handleEvent: (event) => console.log(event.detail?.toFixed()) });
  live.addEventListener("visibility", ({ detail }) => { const seen: Visibility = detail; return seen; });
  live.addEventListener("call", (event) => { const nothing: null = event.detail; return nothing; });
  live.addEventListener("42", (event: CustomEvent<bigint>) => console.log(event.detail + 1n));
  const anyEvent = (event: Event): void => console.log(event.type);
  live.addEventListener("changed", anyEvent);
  live.removeEventListener("changed", anyEvent, { capture: true });
  // One of a newer app.
  live.addEventListener("newer", (event) => { const detail: unknown = event.detail; return detail; });
  live.removeEventListener("newer", anyEvent);
  const wasSent: boolean = live.dispatchEvent(new CustomEvent("seen", { detail: { id: "42" } }));
  const target: Pick<EventTarget, "addEventListener" | "removeEventListener"> = live;
  console.log(wasSent, target);
}

// A library that knows no more than that there are events.
function listen<Type extends keyof LiveEvents>(type: Type, tell: (detail: LiveEvents[Type]) => void): () => void {
  const listener = (event: CustomEvent<LiveEvents[Type]>): void => tell(event.detail);
  live.addEventListener(type, listener);
  return () => live.removeEventListener(type, listener);
}

async function synchronous(): Promise<number> {
  const locale: string = live.locale.sync("42", { timeout: 100 });
  const later: string = await live.locale("42", { timeout: 100, signal: new AbortController().signal });
  const total: string | undefined = live.total.sync({ value: 1.5, source: new URL("https://example.com/") });
  const none: string | undefined = live.total.sync();
  const { sync } = live.locale;
  return [locale, later, total, none, sync("43")].length;
}

async function* decimals(): AsyncGenerator<number | null> {
  yield 1;
  yield null;
}

async function callbacks(file: Blob, rated: Map<number, Draft>): Promise<string> {
  await live.each(() => true);
  await live.each(async (reading, index) => index !== undefined && reading.value.length > index);
  await live.each((reading: Reading, index?: number, signal?: AbortSignal) => signal?.aborted ?? null, null, { timeout: 5 });
  const rate = (draft: Draft): VerdictInput => ({ price: rated.set(draft.text.length, draft).size });
  await live.each(() => undefined, rate);
  live.watch(() => {}, false);
  live.watch(async () => { await callbacks(file, rated); }, false);
  live.upload("file", file.stream());
  live.upload("parts", (async function* () { yield new ArrayBuffer(8); yield new DataView(new ArrayBuffer(1)); })());
  // What the app streams can be streamed back.
  const again: number = (await live.sum(decimals())).length;
  await live.sum(null);
  return await live.sum(new ReadableStream<string>()) + again;
}

console.log(streams, events, listen, synchronous, callbacks);
