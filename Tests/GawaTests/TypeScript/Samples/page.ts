// Every kind of function and type, used rightly, in a module.
import { artWorks, calendars, GawaError, schemaHash } from "./native.js";
import type { Attachment, AttachmentInput, DrawingInput, JSON as Value, Note2, Shape, Visibility } from "./native.js";

async function follow(button: HTMLButtonElement): Promise<void> {
  await calendars.follow("42");
  const following: boolean = await calendars.isFollowing("42", { signal: new AbortController().signal, timeout: 500 });
  button.textContent = following ? "フォロー解除する" : "フォローする";
}

async function search(): Promise<string[]> {
  await calendars.search("swift");
  await calendars.search("swift", 10);
  await calendars.search("swift", null, "friends");
  const page = await calendars.search("swift", undefined, undefined, { timeout: 100 });
  const next: number | undefined = page.next;
  const notes: Note2[] = page.items;
  const first = notes[0];
  const due: number | undefined = first.due?.getTime();
  const revision: bigint = first.revision + 1n;
  const visibility: Visibility = first.visibility;
  const count: number = first.counts["a"];
  return [first.id, ...first.tags, visibility, `${next} ${due} ${revision} ${count}`, first.replies[0].title];
}

async function move(): Promise<void> {
  const note = await calendars.move(5n, new Date());
  if (note) note.title.toUpperCase();
  await calendars.move(null, new Date(), { timeout: 1 });
}

async function attach(): Promise<AttachmentInput> {
  const attachment: AttachmentInput = {
    name: "a", content: new ArrayBuffer(8), price: 12.5, "source-url": new URL("https://example.com/"),
  };
  const answer: Attachment = await calendars.attach(attachment);
  const bytes: Uint8Array = answer.content;
  const price: string = answer.price;
  const source: string | undefined = answer["source-url"];
  calendars.log(`${bytes.length} ${price} ${source}`, new DataView(new ArrayBuffer(1)));
  await calendars.attach({ name: "b", content: bytes, price: 1n });
  // What the app gave can be sent back as it is.
  return answer;
}

async function draw(drawing: DrawingInput): Promise<number> {
  const shapes: Shape[] = [
    { circle: { radius: 1 } }, { polygon: { _0: [[0, 1], [2, 3]], isFilled: true } }, { group: { _0: [{ square: {} }] } },
  ];
  const shape = await artWorks.draw({ ...drawing, shapes });
  if ("circle" in shape) return shape.circle.radius;
  if ("polygon" in shape) return shape.polygon._0[0][1];
  return "group" in shape ? shape.group._0.length : 0;
}

async function others(): Promise<void> {
  const value: Value = { a: [1, "b", true, null, { c: [] }] };
  const kept = await artWorks.keep(value);
  if (typeof kept === "string") kept.toUpperCase();
  const amounts: (string | null)[] = await calendars["dotted.name"]([new URL("https://example.com/"), "https://b"]);
  const unknown: unknown = await artWorks.odd();
  const later: unknown = await calendars.call("then", ["a"], { timeout: 10 });
  const takeBack: () => void = calendars.expose("refresh", async (id: string, signal: AbortSignal) => signal.aborted || id);
  if (calendars.has("newer")) takeBack();
  await window["art-works"].nothing();
  console.log(amounts, unknown, later, schemaHash);
}

async function errors(): Promise<string> {
  try {
    await window.calendars.follow("x");
  } catch (error) {
    if (error instanceof GawaError || error instanceof calendars.GawaError) {
      if (error.code === "timeout" || error.code === "calendar.missing") return error.name;
      return `${error.message} ${error.data} ${error.cause}`;
    }
  }
  return "";
}

console.log(follow, search, move, attach, draw, others, errors);
