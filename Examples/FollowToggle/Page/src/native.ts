// What the native side gives to this page, before any script of the page runs.

export interface FollowToggleExample {
  /** Settles when the native side has followed the calendar. */
  follow(calendarID: string): Promise<void>;
  unfollow(calendarID: string): Promise<void>;
  isFollowing(calendarID: string): Promise<boolean>;
}

declare global {
  interface Window {
    followToggleExample: FollowToggleExample;
  }
}
