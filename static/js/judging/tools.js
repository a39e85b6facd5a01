// Smaller acts at the desk: the whole document, splitting a group, finding an answer in the list.
import { narrow, tellNoMatch, widen } from "./filter.js";
import { put } from "./outbox.js";
import { addressOf, desk, find, questionHere } from "./page.js";
import { say, tell } from "./say.js";
import { current, documentOf, isListed, isPassage, paintSplit, rows, shownUnit } from "./rows.js";
import { reveal, showNone, showRow, showUnit } from "./show.js";
import { labelled, textOf } from "./words.js";

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

// Splitting waits its turn among the acts: what was judged before it was judged as a whole.
export function split() {
  const row = current();
  if (!row || isPassage(row)) return;
  const isSplit = row.dataset.split !== "1";
  const form = new URLSearchParams({ item: row.dataset.item, place: desk().dataset.place });
  if (isSplit) form.set("is_split", "on");
  const now = { item: row.dataset.item, isSplit };
  paintSplit(now);
  put({ address: addressOf("split", questionHere()), body: String(form), type: "application/x-www-form-urlencoded", question: questionHere(), split: now, about: labelled(find("#said").dataset.splitWord, textOf(row)) });
  showUnit(row, shownUnit(row));
  say(find("#said").dataset[isSplit ? "split" : "joined"]);
}

let before = null; // the row that was in front when the filter was entered
const atHand = () => [current(), ...rows()].find((row) => row && isListed(row));

export function filter(wanted) {
  before ??= current();
  narrow(wanted);
  const row = atHand();
  if (!row) showNone();
  else if (row !== current()) showRow(row, { focus: false });
}

// Enter stays with what matches, Escape goes back to where the person was.
export function leaveFilter(how) {
  if (how === "Escape") widen();
  const row = how === "Escape" && before?.isConnected ? before : atHand();
  before = null;
  if (row) showRow(row);
  else tellNoMatch();
}
