// Smaller acts at the desk: the whole document, splitting a group, finding an answer in the list.
import { put } from "./outbox.js";
import { addressOf, desk, find, questionHere } from "./page.js";
import { current, documentOf, paintSplit, rows, shownUnit } from "./rows.js";
import { reveal, say, showRow, showUnit } from "./show.js";

const whole = new Map();

// The whole document opens in the same pane at the right place; once more shows the excerpt.
export async function wholeDocument() {
  const row = current();
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
    if (!response?.ok) return say(find("#said").dataset.away);
    full.innerHTML = await response.text();
    full.hidden = false;
    excerpt.hidden = true;
  }
  reveal(unit);
}

// Splitting waits its turn among the acts: what was judged before it was judged as a whole.
export function split() {
  const row = current();
  if (row.dataset.kind === "passage") return;
  const isSplit = row.dataset.split !== "1";
  const form = new URLSearchParams({ item: row.dataset.item, place: desk().dataset.place });
  if (isSplit) form.set("is_split", "on");
  const now = { item: row.dataset.item, isSplit };
  paintSplit(now);
  put({ address: addressOf("split", questionHere()), body: String(form), type: "application/x-www-form-urlencoded", question: questionHere(), split: now });
  showUnit(row, shownUnit(row));
  say(find("#said").dataset[isSplit ? "split" : "joined"]);
}

export function filter(wanted) {
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  for (const row of rows()) {
    const text = plain(row.dataset.texts);
    row.hidden = !words.every((word) => text.includes(word));
  }
  for (const bracket of document.querySelectorAll("#desk .bracket")) {
    bracket.hidden = ![...bracket.querySelectorAll("[data-item]")].some((row) => !row.hidden);
  }
}

export function leaveFilter(how) {
  if (how === "Escape") filter((find("#filter").value = ""));
  const row = current() && !current().hidden ? current() : rows().find((one) => !one.hidden);
  if (row) showRow(row);
}
