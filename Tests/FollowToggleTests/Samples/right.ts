// What a page may do with the declarations of the example.
import { calendars, GawaError } from "../../../Examples/FollowToggle/TypedPage/src/native.js";

export async function toggle(id: string, signal: AbortSignal): Promise<string> {
  if (await calendars.isFollowing(id)) {
    await calendars.unfollow(id);
  } else {
    await calendars.follow(id, { signal, timeout: 2000 });
  }
  const isFollowing: boolean = await calendars.isFollowing(id);
  return isFollowing ? "フォロー解除する" : "フォローする";
}

export const onWindow: Promise<boolean> = window.calendars.isFollowing("sample-id");

export function code(error: unknown): string {
  return error instanceof GawaError ? error.code : "other";
}
