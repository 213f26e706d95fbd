import { useCallback, useEffect, useState } from "react";
import { FollowButton } from "./FollowButton";
import "./native";

/** A button that follows a public calendar, or unfollows it. */
export function FollowToggle({ calendarID }: { calendarID: string }) {
  const [isFollowing, setFollowing] = useState(false);
  const [pending, setPending] = useState(0);

  const refresh = useCallback(async () => {
    try {
      setFollowing(await window.followToggleExample.isFollowing(calendarID));
    } catch (error) {
      console.log(`isFollowing failed: ${error}`);
      setFollowing(false);
    }
  }, [calendarID]);

  useEffect(() => void refresh(), [refresh]);

  // The button stays enabled while it waits, so that overlapping clicks reach the native side.
  const toggle = async () => {
    console.log(`clicked: ${isFollowing ? "unfollow" : "follow"}`);
    setPending((count) => count + 1);
    try {
      const { follow, unfollow } = window.followToggleExample;
      await (isFollowing ? unfollow : follow)(calendarID);
    } catch (error) {
      console.log(`toggle failed: ${error}`);
    }
    await refresh();
    setPending((count) => count - 1);
  };

  return <FollowButton isFollowing={isFollowing} isBusy={pending > 0} onClick={toggle} />;
}
