// "The rest: incorrect": shown first, and only once every answer of it was on the screen.
import { judge } from "./acts.js";
import { tellNoMatch } from "./filter.js";
import { find } from "./page.js";
import { current, restOf, rows, undecidedIn } from "./rows.js";
import { tell } from "./say.js";
import { showRow } from "./show.js";

const STEPS = Array.from({ length: 21 }, (_one, index) => index / 20);
const seen = new WeakSet();

// Half of it was in sight, or of a long one half of what the list shows at once, or its end.
function wasSeen({ isIntersecting, boundingClientRect: whole, intersectionRect: part }) {
  const room = find("#main").clientHeight;
  return isIntersecting && (part.height >= Math.min(whole.height, room) / 2 || (whole.height > room && whole.bottom <= part.bottom));
}

const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) if (wasSeen(entry)) seen.add(entry.target);
}, { threshold: STEPS });

export function watch() {
  watcher.disconnect();
  for (const row of rows()) watcher.observe(row);
}

// What was in front of the person was seen, however long it is.
export const met = (row) => seen.add(row);

const unseen = () => restOf(current()).filter((row) => !seen.has(row));
const line = (row) => Object.assign(document.createElement("li"), { textContent: JSON.parse(row.dataset.texts)[0], dir: "auto" });

// First R shows what would be incorrect, or what was not seen yet; second R says so, or goes there.
export function rest() {
  const panel = find("#rest");
  if (!panel) return;
  if (!current()) return tellNoMatch();
  const [left, missed] = [restOf(current()), unseen()];
  const hidden = undecidedIn(current()).length - left.length;
  const { noRest, noneListed } = find("#said").dataset;
  if (!left.length) return tell(hidden ? noneListed.replace("{n}", hidden) : noRest);
  find("#rest-count").textContent = left.length;
  find("#rest-unseen-count").textContent = missed.length;
  find("#rest-hidden-count").textContent = hidden;
  find("#rest-hidden").hidden = !hidden;
  find("#rest-unseen").hidden = find("#rest-go").hidden = !missed.length;
  find("#rest-ready").hidden = find("#rest-do").hidden = missed.length > 0;
  find("#rest-list").replaceChildren(...(missed.length ? missed : left).map(line));
  panel.showPopover();
}

export function doRest() {
  const [first] = unseen();
  find("#rest").hidePopover();
  if (first) showRow(first);
  else judge("wrong", { scope: "rest" });
}

document.addEventListener("click", (event) => event.target.closest("#rest-do, #rest-go") && doRest());
