// Smaller tools of the desk: the whole document, finding an answer in the list.
import { narrow, tellNoMatch, widen } from "./filter.js";
import { addressOf, desk, find, questionHere } from "./page.js";
import { tell } from "./say.js";
import { current, documentOf, isListed, rows, shownUnit } from "./rows.js";
import { reveal, showNone, showRow } from "./show.js";

const whole = new Map();

function whyNot(response) {
  const { away, refused, signedOut } = find("#said").dataset;
  if (response?.redirected) return signedOut;
  return response && response.status < 500 ? refused : away;
}

// The whole document opens in the same pane at the right place; once more shows the excerpt.
export async function wholeDocument() {
  const row = current();
  if (!row) return;
  const unit = shownUnit(row);
  const full = unit.querySelector("[data-whole]");
  if (!full || desk().dataset.hasDocuments !== "1") return;
  const excerpt = unit.querySelector("[data-excerpt]");
  if (!full.hidden || full.childElementCount) {
    full.hidden = !full.hidden;
    excerpt.hidden = !full.hidden;
  } else {
    const query = new URLSearchParams({ item: row.dataset.item, document: documentOf(unit) });
    const address = `${addressOf("document", questionHere())}?${query}`;
    const response = whole.get(address) ?? (await fetch(address).catch(() => null));
    if (!response?.ok || response.redirected) return tell(whyNot(response));
    full.innerHTML = await response.text();
    full.hidden = false;
    excerpt.hidden = true;
  }
  reveal(unit);
}

let before = null; // the row that was in front when the filter was entered
document.addEventListener("focusin", ({ target }) => target.id === "filter" && (before = current() ?? before));
const atHand = () => [current(), ...rows()].find((row) => row && isListed(row));

export function filter(wanted) {
  narrow(wanted);
  const row = atHand();
  if (!row) showNone();
  else if (row !== current()) showRow(row, { focus: false });
}

// Enter stays with what matches, Escape goes back to where the person was.
export function leaveFilter(how) {
  if (how === "Escape") widen();
  const row = how === "Escape" && before?.isConnected ? before : atHand();
  if (row) showRow(row);
  else tellNoMatch();
}
