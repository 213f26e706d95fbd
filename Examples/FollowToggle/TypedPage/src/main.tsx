import { createRoot } from "react-dom/client";
import { FollowToggle } from "./FollowToggle";
import "../../Page/src/style.css";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(<FollowToggle calendarID="sample-id" />);
}
