// Something else was stored meanwhile: both are shown, the person chooses, both stay on record.
import { forget, put } from "./outbox.js";
import { addressOf, find } from "./page.js";
import { labelled } from "./words.js";

function decisionIn(unit) {
  if (unit.verdict === "wrong" || unit.verdict === "cannot") return unit.verdict;
  return unit.supported === false ? "unsupported" : unit.verdict;
}

// Mine counts, or what is stored does; mine is then written down before it.
export async function settle(entry, keepsMine) {
  const act = JSON.parse(entry.body);
  const storedOf = (choice) => entry.refusal.units.find((unit) => unit.item === choice.item && (choice.document === null || unit.document === choice.document));
  const mine = act.choices.filter(storedOf).map((choice) => ({ ...choice, seen: storedOf(choice).version }));
  const stored = mine.map((choice) => ({ ...choice, decision: decisionIn(storedOf(choice)), distinct: storedOf(choice).distinct })).filter((choice) => choice.decision);
  const key = crypto.randomUUID();
  const about = keepsMine ? entry.about : labelled(find("#unsaved-list").dataset.stored, entry.texts);
  const body = JSON.stringify({ key, means: "conflict", place: act.place, choices: keepsMine ? mine : [...mine, ...stored], reason: act.reason, note: act.note });
  await put({ address: addressOf("act", entry.question), body, type: "application/json", key, question: entry.question, about, texts: entry.texts });
  await forget(entry);
  document.dispatchEvent(new CustomEvent("question-asked", { detail: entry.question }));
}
