// Undo and redo: an act is taken back, or done again, as it was made: whole, here or elsewhere.
import { day, placeHere, send } from "./acts.js";
import { drop, reopen } from "./ahead.js";
import { move } from "./figures.js";
import { find, questionHere } from "./page.js";
import { count, restore, rowOf, snapshot } from "./rows.js";
import { showRow } from "./show.js";
import { say, tell } from "./say.js";
import { sendSplit } from "./splitting.js";
import { done, remember, undone } from "./undoing.js";
import { labelled, sentence } from "./words.js";

// What is shown of it at once: the rows of the act as they were before, if they are on this page.
function rowsOf(entry) {
  if (entry.question !== questionHere() || (entry.place ?? "") !== placeHere()) return [];
  if (entry.split) return [rowOf(entry.split.item)].filter(Boolean);
  const found = (entry.before ?? []).map((saved) => rowOf(saved.item));
  return found.every(Boolean) ? found : [];
}

function putBack(means, entry, concerned) {
  const key = crypto.randomUUID();
  const over = Object.fromEntries(concerned.map((row) => [row.dataset.item, row.dataset.version]));
  const back = { ...entry, key, before: concerned.length ? concerned.map(snapshot) : undefined };
  for (const [index, row] of concerned.entries()) {
    restore(row, entry.before[index].units);
    row.dataset.version = key;
  }
  const { place = "", practice, items } = entry;
  const about = labelled(find("#said").dataset[`${means}Word`], entry.about);
  const sent = send({ key, means, reverses: entry.key }, entry.question, { reverses: entry.key, over, place, about, items, practice: practice && means === "redo" });
  return [back, sent];
}

function splitBack(means, entry) {
  const split = { ...entry.split, isSplit: entry.split.isSplit === (means === "redo") };
  const about = labelled(find("#said").dataset[`${means}Word`], entry.about);
  return [entry, sendSplit(split, { ...entry, about })];
}

// They reach back over questions; `open` goes to the one that an act was about.
export async function reverse(means, open) {
  const { nothing, nothingAgain, ...words } = find("#said").dataset;
  const [from, to, none] = means === "undo" ? [done, undone, nothing] : [undone, done, nothingAgain];
  const entry = from.pop();
  if (!entry) return tell(none);
  const concerned = rowsOf(entry);
  const [back, sent] = entry.split ? splitBack(means, entry) : putBack(means, entry, concerned);
  to.push(back);
  remember();
  if (!entry.split) {
    reopen(entry.question);
    count();
    const step = means === "undo" ? -1 : 1;
    move(entry.on === day() ? step : 0);
  }
  if (concerned.length) {
    showRow(concerned[0]);
    return say(words[means]);
  }
  drop(entry.question);
  await sent.then(() => open(entry.question, { item: entry.items?.[0] }));
  tell(`${words[means]} ${sentence(labelled(entry.question, entry.about))}`);
}
