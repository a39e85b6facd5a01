// The list and its evidence: the page itself is the state, this reads and paints it.
import { decide, isDone, isUndecided, stateOf, stateOfRow } from "./decisions.js";
import { desk, find } from "./page.js";

export const rows = () => [...document.querySelectorAll("#desk [data-item]")];
export const rowOf = (token) => rows().find((row) => row.dataset.item === token);
export const current = () => find("#desk .group--current");
export const evidenceOf = (row) => document.getElementById(`evidence-${row.dataset.item}`);
export const unitsOf = (row) => [...evidenceOf(row).querySelectorAll("[data-unit]")];
export const shownUnit = (row) => unitsOf(row).find((unit) => !unit.hidden);
export const documentOf = (unit) => unit.dataset.unit;
export const isPassage = (row) => row.dataset.kind === "passage";
export const isOpen = (row) => !isDone(row.dataset.state);
export const isListed = (row) => !row.hidden;
// One row of the list is met by Tab; arrows and letters go to the others.
export function rove(row) {
  for (const one of rows()) for (const part of one.querySelectorAll(".group__text, .group__all")) part.tabIndex = one === row ? 0 : -1;
}
// The rows of the block whose string nobody decided: "the rest" closes no open support.
export const undecidedIn = (row) => [...row.closest("[data-part]").querySelectorAll("[data-item]")].filter(isUndecidedRow);
export const restOf = (row) => undecidedIn(row).filter(isListed);
// The row and its look-alikes in sight that nobody decided yet.
export const bracketOf = (row) => [...(row.closest(".bracket")?.querySelectorAll("[data-item]") ?? [row])].filter((one) => one === row || (isListed(one) && isUndecidedRow(one)));

const supported = { true: true, false: false, "": null };
const opinionIn = (unit) => ({ verdict: unit.dataset.verdict, supported: supported[unit.dataset.supported] });

const isUndecidedRow = (row) => isUndecided(Object.values(opinionsOf(row)), row.dataset.split === "1");

export function opinionsOf(row) {
  return Object.fromEntries(unitsOf(row).map((unit) => [documentOf(unit), opinionIn(unit)]));
}

// What a row says now, to be restored by an undo.
export function snapshot(row) {
  const units = unitsOf(row).map((unit) => ({ document: documentOf(unit), ...opinionIn(unit), distinct: unit.dataset.distinct }));
  return { item: row.dataset.item, units };
}

export function restore(row, units) {
  for (const saved of units) {
    const unit = unitsOf(row).find((one) => documentOf(one) === saved.document);
    if (unit) write(row, unit, saved, saved.distinct);
  }
  paint(row);
}

function write(row, unit, opinion, distinct) {
  unit.dataset.verdict = opinion.verdict;
  unit.dataset.supported = opinion.supported ?? "";
  unit.dataset.state = stateOf(opinion, isPassage(row), desk().dataset.inexactFirst === "1");
  if (distinct !== undefined) unit.dataset.distinct = typeof distinct === "string" ? distinct : JSON.stringify(distinct);
}

// Apply one decision to a row of the page; tell whether anything changed.
export function apply(row, name, decision, distinct) {
  const before = JSON.stringify(snapshot(row));
  const after = decide(decision, opinionsOf(row), name, row.dataset.split === "1");
  for (const unit of unitsOf(row)) {
    const named = distinct && (!isPassage(row) || documentOf(unit) === name) ? distinct : undefined;
    write(row, unit, after[documentOf(unit)], named);
  }
  paint(row);
  return before !== JSON.stringify(snapshot(row));
}

function stamp(place, state) {
  place.replaceChildren(document.getElementById(`mark-${state}`).content.cloneNode(true));
}

export function paint(row) {
  const units = unitsOf(row);
  const state = stateOfRow(units.map((unit) => unit.dataset.state));
  row.dataset.state = state;
  stamp(row.querySelector(".group__state"), state);
  for (const [index, tab] of evidenceOf(row).querySelectorAll(".evidence__tabs [data-tab]").entries()) {
    stamp(tab.querySelector(".tab__state"), units[index].dataset.state);
  }
}

export function paintSplit({ item, isSplit }) {
  const row = rowOf(item);
  if (!row) return;
  row.dataset.split = isSplit ? "1" : "";
  row.querySelector(".group__split").hidden = !isSplit;
}

export function count() {
  const all = rows();
  const open = all.filter(isOpen).length;
  for (const place of document.querySelectorAll("[data-count=done]")) place.textContent = all.length - open;
  for (const place of document.querySelectorAll("[data-count=left]")) place.textContent = open;
}
