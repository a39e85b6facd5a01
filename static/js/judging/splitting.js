// An answer judged document by document, or as one string again. It waits its turn among the acts:
// what was judged before it was judged as a whole.
import { isReadOnly } from "./lease.js";
import { put } from "./outbox.js";
import { addressOf, desk, find, questionHere } from "./page.js";
import { say } from "./say.js";
import { current, isPassage, paintSplit, shownUnit } from "./rows.js";
import { showUnit } from "./show.js";
import { done, remember, undone } from "./undoing.js";
import { labelled, textOf } from "./words.js";

export function sendSplit(split, { question, place, about }) {
  const form = new URLSearchParams({ item: split.item, place });
  if (split.isSplit) form.set("is_split", "on");
  if (question === questionHere()) paintSplit(split);
  return put({ address: addressOf("split", question), body: String(form), type: "application/x-www-form-urlencoded", question, split, about });
}

export function split() {
  const row = current();
  if (!row || isPassage(row) || isReadOnly()) return;
  const now = { item: row.dataset.item, isSplit: row.dataset.split !== "1" };
  const entry = { split: now, items: [now.item], question: questionHere(), place: desk().dataset.place, about: labelled(find("#said").dataset.splitWord, textOf(row)) };
  done.push(entry);
  undone.length = 0;
  remember();
  sendSplit(now, entry);
  showUnit(row, shownUnit(row));
  say(find("#said").dataset[now.isSplit ? "split" : "joined"]);
}
