// One key or button: applied to the page at once, kept, sent.
import { activeMs } from "./clock.js";
import { isDone } from "./decisions.js";
import { choose, namesFor, wordsOn } from "./distinct.js";
import { move } from "./figures.js";
import { tellNoMatch } from "./filter.js";
import { isReadOnly } from "./lease.js";
import { put } from "./outbox.js";
import { addressOf, desk, find, questionHere } from "./page.js";
import { apply, bracketOf, current, documentOf, isOpen, isPassage, restOf, rowOf, rows, shownUnit, snapshot, unitsOf } from "./rows.js";
import { showNext } from "./show.js";
import { say, tell } from "./say.js";
import { done, remember, undone } from "./undoing.js";
import { about, labelled, namesOf, sentence, textOf, wordFor } from "./words.js";

export const placeHere = () => desk().dataset.place;
export const day = () => new Date().toDateString();

export function send(act, question, { place = placeHere(), ...more } = {}) {
  const body = JSON.stringify({ ...act, place, at: new Date().toISOString(), active: activeMs() });
  return put({ address: addressOf("act", question), body, type: "application/json", key: act.key, question, ...more });
}

// What one row contributes to an act. A document that was not in front of the person is not
// decided on: of look-alikes elsewhere, and of the rest, only the string is.
function choiceOf(row, decision, scope) {
  const seen = documentOf(shownUnit(current()));
  const names = unitsOf(row).map(documentOf);
  const isInFront = scope !== "rest" && (row === current() || (names.includes(seen) && row.dataset.split !== "1"));
  const document = isPassage(row) ? names[0] : isInFront ? seen : null;
  const distinct = namesFor(row, unitsOf(row)[0], decision);
  return { item: row.dataset.item, document, decision, seen: row.dataset.version, ...(distinct && { distinct }) };
}

export function judge(decision, { means = "key", scope = "row", reason = "", note = "" } = {}) {
  const row = current();
  if (!row) return tellNoMatch();
  if (isReadOnly() || (isPassage(row) && (decision === "inexact" || decision === "unsupported"))) return;
  const touched = { row: [row], bracket: bracketOf(row), rest: restOf(row) }[scope];
  const before = touched.map(snapshot);
  const choices = touched.map((one) => choiceOf(one, decision, scope));
  const changed = choices.filter((choice) => apply(rowOf(choice.item), choice.document, decision, choice.distinct));
  if (changed.length) commit({ key: crypto.randomUUID(), means: scope === "row" ? means : scope, choices: changed, reason, note }, before);
  said(decision, row, choices);
}

function commit(act, before) {
  for (const choice of act.choices) rowOf(choice.item).dataset.version = act.key;
  const what = { practice: Boolean(desk().dataset.training), about: about(act.choices), texts: namesOf(act.choices), items: act.choices.map((choice) => choice.item) };
  done.push({ key: act.key, on: day(), question: questionHere(), place: placeHere(), ...what, before });
  undone.length = 0;
  remember();
  move(1);
  send(act, questionHere(), what);
}

function said(decision, row, choices) {
  const next = showNext(row);
  const left = rows().filter(isOpen).length;
  const { saved, next: then, none, noneListed } = find("#said").dataset;
  const after = next ? `${then} ${sentence(textOf(next))}` : left ? noneListed.replace("{n}", left) : none;
  (next || !left ? say : tell)(`${saved} ${sentence(`${wordFor(decision)}, ${namesOf(choices)}`)} ${after}`);
  if (!left) desk().dispatchEvent(new CustomEvent("question-done"));
}

// New names of distinct answers for the unit in front: its label stays what it is, or is yet to come.
export function rename(row, unit, distinct) {
  if (isReadOnly()) return;
  if (choose(row, distinct) || renamed(row, unit, distinct)) {
    desk().dispatchEvent(new CustomEvent("unit-shown", { detail: { row, unit } }));
    say(labelled(...wordsOn(row, unit)));
  }
}

function renamed(row, unit, distinct) {
  const decision = { right: "right", inexact: "inexact" }[unit.dataset.verdict];
  if (!decision || !isDone(unit.dataset.state)) return false;
  const before = [snapshot(row)];
  const kept = unit.dataset.supported === "false" ? "unsupported" : decision;
  if (!apply(row, documentOf(unit), kept, distinct)) return false;
  const choices = [{ item: row.dataset.item, document: documentOf(unit), decision: kept, seen: row.dataset.version, distinct }];
  commit({ key: crypto.randomUUID(), means: "key", choices }, before);
  return true;
}
