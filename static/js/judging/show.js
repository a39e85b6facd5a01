// Which row and which document are in front of the assessor, and what is said of it aloud.
import { paintBar } from "./bar.js";
import { isDone } from "./decisions.js";
import { tellNoMatch, widen } from "./filter.js";
import { find } from "./page.js";
import { count, current, documentOf, evidenceOf, isListed, isOpen, rove, rows, shownUnit, unitsOf } from "./rows.js";

// Show a row: its list entry keeps its place on the screen, the evidence is its first open unit.
// One that the filter hides comes with all others.
export function showRow(row, { unit = null, focus = true } = {}) {
  if (!isListed(row)) widen();
  const list = find("#desk .desk__groups");
  const before = current()?.getBoundingClientRect().top;
  const last = current();
  if (last && last !== row) mark(last, false);
  mark(row, true);
  rove(row);
  showUnit(row, unit ?? unitsOf(row).find((one) => !isDone(one.dataset.state)) ?? unitsOf(row)[0]);
  keepPlace(list, row, before);
  if (focus) row.querySelector(".group__text").focus({ preventScroll: true });
}

// No row is in front, and nothing is judged.
export function showNone() {
  if (current()) mark(current(), false);
  rove(null);
  tellNoMatch();
}

function setCurrent(element, isCurrent) {
  if (isCurrent) element.setAttribute("aria-current", "true");
  else element.removeAttribute("aria-current");
}

// The evidence comes into sight within its own pane: the page itself does not move.
export function reveal(unit) {
  const mark = [...unit.querySelectorAll(".passage, .hit")].find((one) => one.offsetParent);
  if (!mark || unit.scrollHeight <= unit.clientHeight) return;
  const [box, place] = [unit.getBoundingClientRect(), mark.getBoundingClientRect()];
  unit.scrollTop += place.top - box.top - Math.max((box.height - place.height) / 2, 0);
}

function mark(row, isCurrent) {
  row.classList.toggle("group--current", isCurrent);
  setCurrent(row, isCurrent);
  evidenceOf(row).hidden = !isCurrent;
}

function keepPlace(list, row, before) {
  const box = list.getBoundingClientRect();
  const bottom = Math.min(box.bottom, find("#alerts").getBoundingClientRect().top);
  const top = row.getBoundingClientRect().top;
  const wanted = before === undefined || before < box.top || before > bottom - 40 ? box.top + box.height / 3 : before;
  list.scrollTop += top - wanted;
}

export function showUnit(row, unit) {
  for (const one of unitsOf(row)) one.hidden = one !== unit;
  for (const tab of evidenceOf(row).querySelectorAll("[data-tab]")) {
    setCurrent(tab, tab.dataset.tab === documentOf(unit));
  }
  find("#other-documents").hidden = unitsOf(row).length < 2;
  reveal(unit);
  paintBar(row, unit);
}

export function showNext(row) {
  const open = unitsOf(row).find((unit) => !isDone(unit.dataset.state));
  count();
  if (open) return showRow(row, { unit: open }), row;
  const all = rows().filter(isListed);
  const here = all.indexOf(row);
  const next = [...all.slice(here + 1), ...all.slice(0, here)].find(isOpen);
  showRow(next ?? row);
  return next ?? null;
}

export function step(by) {
  const all = rows().filter(isListed);
  const next = all[all.indexOf(current()) + by];
  if (next) showRow(next, { unit: unitsOf(next).find((unit) => !isDone(unit.dataset.state)) ?? unitsOf(next)[0] });
}

export function stepUnit(by) {
  if (!current()) return;
  const units = unitsOf(current());
  const next = units[units.indexOf(shownUnit(current())) + by];
  if (next) showUnit(current(), next);
}
