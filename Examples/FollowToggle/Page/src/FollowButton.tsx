import { useEffect } from "react";

/** What a person sees: the button's text and colour tell whether the calendar is followed. */
export function FollowButton(props: { isFollowing: boolean; isBusy: boolean; onClick: () => void }) {
  const { isFollowing, isBusy, onClick } = props;
  const label = isFollowing ? "フォロー解除する" : "フォローする";
  useEffect(() => {
    console.log(`button: ${label}${isBusy ? " (busy)" : ""}`);
  }, [label, isBusy]);

  return (
    <main>
      <h1>公開カレンダー</h1>
      <button className={isFollowing ? "following" : ""} aria-pressed={isFollowing} aria-busy={isBusy} onClick={onClick}>
        {label}
      </button>
    </main>
  );
}
