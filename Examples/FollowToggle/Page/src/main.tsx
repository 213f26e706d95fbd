import { createRoot } from "react-dom/client";
import { FollowToggle } from "./FollowToggle";
import "./style.css";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(<FollowToggle calendarID="sample-id" />);
}
