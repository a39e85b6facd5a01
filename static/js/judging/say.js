// What is said to who listens, and what is shown as well because nothing else on the page tells it.
import { find } from "./page.js";

export function say(text) {
  find("#said").textContent = text;
}

export function tell(text) {
  say(text);
  find("#note-words").textContent = text;
  find("#note").hidden = false;
}

export const hush = () => (find("#note").hidden = true);
