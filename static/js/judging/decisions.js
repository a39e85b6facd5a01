// Two small decisions: what the units of a group are after one of them was judged.
// The same rule as judging/decisions.py, so that the screen need not wait for the server;
// tests/journeys/test_desk_rules.py compares the two over every case.

const NEEDS_SUPPORT = new Set(["right", "inexact"]);

export const UNKNOWN = { verdict: "", supported: null };

export const needsSupport = (unit) => NEEDS_SUPPORT.has(unit.verdict) && unit.supported === null;

export function verdictOnGroup(units) {
  const verdicts = new Set(units.map((unit) => unit.verdict).filter((one) => one && one !== "cannot"));
  return verdicts.size === 1 ? [...verdicts][0] : "";
}

function after(decision, here, group) {
  if (decision === "cannot" || decision === "wrong") return { verdict: decision, supported: null };
  if (decision === "inexact") return { verdict: "inexact", supported: true };
  const known = NEEDS_SUPPORT.has(here.verdict) ? here.verdict : group;
  if (decision === "unsupported") return { verdict: NEEDS_SUPPORT.has(known) ? known : "right", supported: false };
  const isSecondStep = NEEDS_SUPPORT.has(known) && here.supported === null;
  return { verdict: isSecondStep ? known : "right", supported: true };
}

function follow(other, here) {
  if (here.verdict === "cannot") return isOpen(other) ? here : other;
  return here.verdict === "wrong" ? here : { ...other, verdict: here.verdict };
}

const isOpen = (unit) => !unit.verdict || needsSupport(unit);

// Whether nobody said yet if the string is right: of a split one, in some document.
export const isUndecided = (units, isSplit) => units[isSplit ? "some" : "every"]((unit) => !unit.verdict);

// `units`: {document: {verdict, supported}}; returns all of them as they are afterwards. Without
// a document only the string is decided, its support unseen.
export function decide(decision, units, document, isSplit = false) {
  const group = isSplit ? "" : verdictOnGroup(Object.values(units));
  const here = after(decision, document === null ? UNKNOWN : units[document], group);
  const isChosen = ([name, unit]) => !isSplit || name === document || (document === null && !unit.verdict);
  const change = ([name, unit]) => [name, name === document ? here : follow(unit, here)];
  return { ...units, ...Object.fromEntries(Object.entries(units).filter(isChosen).map(change)) };
}

// The name of what is known of a unit: a label, "cannot", "support" or "none".
export function stateOf(unit, isPassage, inexactFirst) {
  if (unit.verdict === "wrong") return "incorrect";
  if (unit.verdict === "cannot") return "cannot";
  if (!NEEDS_SUPPORT.has(unit.verdict)) return "none";
  if (isPassage) return "correct";
  if (unit.supported === null) return "support";
  if (!unit.supported && !(inexactFirst && unit.verdict === "inexact")) return "unsupported";
  return unit.verdict === "inexact" ? "inexact" : "correct";
}

export const isDone = (state) => state !== "none" && state !== "support";

export function stateOfRow(states) {
  const kinds = new Set(states);
  if (kinds.size === 1) return states[0];
  if (kinds.has("support")) return "support";
  return kinds.has("none") ? "none" : "mixed";
}
