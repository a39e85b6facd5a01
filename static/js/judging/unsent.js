// What the page shows of saving: everything is saved, waiting, not reachable, refused.
import { drop } from "./ahead.js";
import { clearFeedback, tellReference } from "./feedback.js";
import { forget, onChange, show } from "./outbox.js";
import { find, questionHere } from "./page.js";
import { apply, count, current, isOpen, paintSplit, restore, rowOf, rows } from "./rows.js";
import { showRow } from "./show.js";
import { refused, storedLately, waiting } from "./store.js";

const LATE = 5000;
let late = 0;

// The version of a row that an act stored lately was made over.
const overOf = (entry, item) => entry.over?.[item] ?? entry.reverses ?? entry.choices.find((choice) => choice.item === item)?.seen ?? null;

// Acts that were stored after this page was made are put on it, each on the version it was made over.
async function putStored() {
  for (const entry of await storedLately()) {
    if (entry.split && entry.question === questionHere()) paintSplit(entry.split);
    const items = new Set(entry.units.filter((unit) => rowOf(unit.item)?.dataset.version === overOf(entry, unit.item)).map((unit) => unit.item));
    for (const unit of entry.units.filter((one) => items.has(one.item))) {
      restore(rowOf(unit.item), [{ ...unit, distinct: JSON.stringify(unit.distinct) }]);
      rowOf(unit.item).dataset.version = unit.version;
    }
  }
}

// Acts that were kept before this page was made are put on it, so that nothing is judged twice.
export async function catchUp() {
  const kept = await waiting(); // read first: what is stored meanwhile is found among the stored
  await putStored();
  for (const entry of kept) {
    if (entry.question !== questionHere()) continue;
    if (entry.split) paintSplit(entry.split);
    if (entry.type !== "application/json") continue;
    for (const choice of JSON.parse(entry.body).choices ?? []) {
      const row = rowOf(choice.item);
      if (!row || row.dataset.version === entry.key) continue;
      apply(row, choice.document, choice.decision, choice.distinct);
      row.dataset.version = entry.key;
    }
  }
  count();
  report("kept", null, null, { waiting: await waiting(), refused: await refused() });
  const open = rows().find(isOpen);
  if (open && !isOpen(current())) showRow(open);
}

// The server's answer to an act: the versions it made, and what an undo brought back.
function adopt(entry, answer) {
  const seen = [entry.key, entry.reverses].filter(Boolean);
  const concerned = answer.units.filter((unit) => seen.includes(rowOf(unit.item)?.dataset.version));
  for (const unit of concerned) {
    const row = rowOf(unit.item);
    if (entry.reverses) restore(row, [{ ...unit, distinct: JSON.stringify(unit.distinct) }]);
  }
  for (const unit of concerned) rowOf(unit.item).dataset.version = unit.version;
  if (entry.reverses) count();
}

function report(happening, entry, answer, { waiting: left, refused: stopped }) {
  find("#unsaved-open").classList.toggle("idle", !stopped.length && !["unreachable", "forbidden"].includes(happening));
  find("#refused-count").textContent = stopped.length;
  find("#waiting-count").textContent = left.length;
  if (happening === "saved" || !left.length) {
    clearTimeout(late);
    late = 0;
  }
  if (!left.length) {
    return show(stopped.length ? "refused" : "saved");
  }
  if (["signed-out", "somebody-else", "forbidden"].includes(happening)) return show(happening);
  if (happening === "unreachable") return show("unreachable");
  show("saving");
  late ||= setTimeout(() => show("unreachable"), LATE);
}

onChange(async (happening, entry, answer, acts) => {
  if (happening === "kept") clearFeedback(Boolean(entry.reverses));
  if (happening === "saved") tellReference(entry);
  if (happening === "saved" && answer.units && entry.question === questionHere()) {
    adopt(entry, answer);
  }
  if (happening === "saved" && entry.question !== questionHere()) drop(entry.question);
  if (happening === "refused" && answer.state === "nothing") {
    await forget(entry);
    if (entry.question === questionHere()) document.dispatchEvent(new CustomEvent("page-outdated"));
  }
  report(happening, entry, answer, acts);
});
