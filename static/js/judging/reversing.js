// Undo and redo: an act is taken back, or done again, as it was made: whole, here or elsewhere.
import { day, placeHere, send } from "./acts.js";
import { drop, reopen } from "./ahead.js";
import { move } from "./figures.js";
import { find, questionHere } from "./page.js";
import { count, restore, rowOf, snapshot } from "./rows.js";
import { showRow } from "./show.js";
import { say, tell } from "./say.js";
import { done, remember, undone } from "./undoing.js";
import { labelled } from "./words.js";

// They reach back over questions; `open` goes to the one that an act was about.
export async function reverse(means, open) {
  const [from, to] = means === "undo" ? [done, undone] : [undone, done];
  const entry = from.pop();
  if (!entry) return tell(find("#said").dataset.nothing);
  const key = crypto.randomUUID();
  const isHere = entry.question === questionHere() && (entry.place ?? "") === placeHere() && entry.before;
  const rowsHere = isHere ? entry.before.map((saved) => rowOf(saved.item)) : [];
  to.push({ ...entry, key, before: rowsHere.length ? rowsHere.map(snapshot) : undefined });
  const over = Object.fromEntries(rowsHere.map((row) => [row.dataset.item, row.dataset.version]));
  for (const [index, row] of rowsHere.entries()) {
    restore(row, entry.before[index].units);
    row.dataset.version = key;
  }
  remember();
  const sent = send({ key, means, reverses: entry.key }, entry.question, { reverses: entry.key, over, place: entry.place ?? "", about: labelled(find("#said").dataset[`${means}Word`], entry.about) });
  reopen(entry.question);
  if (!isHere) drop(entry.question);
  count();
  const step = means === "undo" ? -1 : 1;
  move(entry.on === day() ? step : 0);
  if (rowsHere.length) showRow(rowsHere[0]);
  else await sent.then(() => open(entry.question, { item: entry.items?.[0] }));
  say(find("#said").dataset[means]);
}
