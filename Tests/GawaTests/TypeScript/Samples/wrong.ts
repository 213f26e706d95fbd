// Each line that names an error must have exactly that error, and no other line may have one.
import { artWorks, calendars } from "./native.js";
import type { Attachment, AttachmentInput, Note2, Visibility } from "./native.js";

export async function wrong(signal: AbortSignal, note: Note2): Promise<void> {
  // Article A declares isFollowing as a plain boolean.
  const following: boolean = calendars.isFollowing("x"); // TS2322
  if (calendars.isFollowing("x")) console.log(following); // TS2801
  const text: string = calendars.isFollowing("x") ? "フォロー解除する" : "フォローする"; // TS2801
  // Article A calls one name in the page and declares another.
  window.followToggleExample.isFollowing("x"); // TS2339
  followToggleExample.isFollowing("x"); // TS2304
  await calendars.isfollowing("x"); // TS2551
  await calendars.unheardOf("x"); // TS2339
  await calendars.follow(); // TS2554
  await calendars.follow(42); // TS2345
  await calendars.follow("x", { signal, time: 5 }); // TS2345
  await calendars.follow("x", { timeout: "5" }); // TS2322
  await calendars.follow("x", {}, {}); // TS2554
  await calendars.move(5, new Date()); // TS2345
  await calendars.move(5n, "2001-01-01"); // TS2345
  (await calendars.move(5n, new Date())).title; // TS2532
  const empty: string = await calendars.follow("x"); // TS2322
  await calendars.log("x").then(() => {}); // TS2339
  calendars.log("x", "no bytes"); // TS2345
  const visibility: Visibility = "nobody"; // TS2322
  const due: Date = note.due; // TS2322
  note.titel = "x"; // TS2551
  const attachment: AttachmentInput = { name: "a", price: 1 }; // TS2741
  const price: number = (await calendars.attach(attachment)).price; // TS2322
  const back: Attachment = attachment; // TS2322
  await artWorks.draw({ shapes: [{ oval: {} }], first: { square: {} }, thumbnail: new Uint8Array() }); // TS2322
  await artWorks.draw({ shapes: [], first: { circle: { radius: "1" } }, thumbnail: new Uint8Array() }); // TS2322
  await artWorks.keep({ a: () => 1 }); // TS2345
  (await artWorks.odd()).value; // TS2571
  window.calendars = calendars; // TS2540
  new calendars.GawaError(); // TS2673
  console.log(text, empty, visibility, due, price, back);
}
