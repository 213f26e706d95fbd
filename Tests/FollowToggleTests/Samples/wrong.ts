// What a page of the example gets wrong; each fault must be found, by the number at the end of its line.
import { calendar } from "../../../Examples/FollowToggle/TypedPage/src/native.js"; // TS2724
import { calendars } from "../../../Examples/FollowToggle/TypedPage/src/native.js";

export async function faults() {
  // Names that the native side does not have.
  await calendars.folow("sample-id"); // TS2551
  await window.followToggleExample.follow("sample-id"); // TS2339
  await calendars.isfollowing("sample-id"); // TS2551

  // A boolean that is a promise.
  if (calendars.isFollowing("sample-id")) console.log("always"); // TS2801
  const isFollowing: boolean = calendars.isFollowing("sample-id"); // TS2322
  const isNot: boolean = await calendars.follow("sample-id"); // TS2322

  // Values of another type, too few, too many.
  await calendars.follow(42); // TS2345
  await calendars.follow(); // TS2554
  await calendars.follow("sample-id", {}, 1); // TS2554
  await calendars.follow("sample-id", { timeout: "2 s" }); // TS2322

  // What the native side gave is not the page's to change.
  calendars.follow = undefined; // TS2322
  return [calendar, isFollowing, isNot];
}
