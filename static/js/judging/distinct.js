// List questions: which right answers are the same thing, and which of them a passage holds.
import { desk } from "./page.js";
import { isPassage, rows, unitsOf } from "./rows.js";

const plain = (text) => ` ${text.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
const isList = () => desk().dataset.isList === "1";
const namesIn = (unit) => JSON.parse(unit.dataset.distinct || "[]");
const textsOf = (row) => JSON.parse(row.dataset.texts);

// Every distinct answer judged right so far: name and spellings, in alphabetical order; with those
// that the unit in front carries, and what it is by itself, so that all of it can be taken back.
export function known(here = null) {
  const found = new Map();
  for (const row of rows().filter((one) => !isPassage(one))) {
    const right = unitsOf(row).filter((unit) => ["right", "inexact"].includes(unit.dataset.verdict));
    if (!right.length) continue;
    const names = right.map(namesIn).find((one) => one.length) ?? [textsOf(row)[0]];
    for (const name of names) {
      const one = found.get(plain(name)) ?? { name, spellings: new Set([name]) };
      for (const text of textsOf(row)) one.spellings.add(text);
      found.set(plain(name), one);
    }
  }
  const own = here ? [...namesIn(here.unit), ...(isPassage(here.row) ? [] : [textsOf(here.row)[0]])] : [];
  for (const name of own) if (!found.has(plain(name))) found.set(plain(name), { name, spellings: new Set([name]) });
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

const isFresh = (row) => unitsOf(row).every((unit) => !unit.dataset.verdict);

function foundIn(row) {
  const text = plain(textsOf(row)[0]);
  return known().filter((one) => [...one.spellings].some((spelling) => text.includes(plain(spelling)))).map((one) => one.name);
}

// What is marked of a unit: before its row is judged, what was chosen, else what a passage holds.
function marked(row, unit) {
  if (isFresh(row) && row.dataset.chosen) return JSON.parse(row.dataset.chosen);
  return isPassage(row) && isFresh(row) ? foundIn(row) : namesIn(unit);
}

export function choose(row, names) {
  if (!isFresh(row)) return false;
  row.dataset.chosen = JSON.stringify(names);
  return true;
}

// The names that go with a decision, as they are marked when it is made.
export function namesFor(row, unit, decision) {
  if (!isList()) return null;
  if (!isPassage(row)) return isFresh(row) && row.dataset.chosen && decision !== "wrong" && decision !== "cannot" ? marked(row, unit) : null;
  if (decision !== "right") return namesIn(unit).length ? [] : null;
  return isFresh(row) || namesIn(unit).length ? marked(row, unit) : foundIn(row);
}

// The names after one of them was toggled: a passage may hold several, an answer is one thing.
export function toggled(row, unit, name) {
  const names = marked(row, unit);
  const others = names.filter((one) => plain(one) !== plain(name));
  if (isPassage(row)) return others.length < names.length ? others : [...names, name];
  return others.length < names.length || plain(name) === plain(textsOf(row)[0]) ? [] : [name];
}

// Nothing is stored of what nobody saw: the names are there as soon as the row is in front.
export function paintDistinct(row, unit) {
  const box = document.getElementById("distinct");
  if (!box) return;
  const offered = known({ row, unit });
  const shown = isList() && (isFresh(row) ? offered.length > (isPassage(row) ? 0 : 1) : ["right", "inexact"].includes(unit.dataset.verdict));
  box.hidden = !shown;
  if (!shown) return;
  box.querySelector("legend").textContent = isPassage(row) ? box.dataset.passage : box.dataset.answer;
  box.querySelector("ol").replaceChildren(...offered.map((one, index) => entry(one.name, index, namesShown(row, unit), isPassage(row))));
}

function namesShown(row, unit) {
  const names = marked(row, unit);
  return names.length || isPassage(row) ? names : [textsOf(row)[0]];
}

export function wordsOn(row, unit) {
  const box = document.getElementById("distinct");
  return [box.dataset[isPassage(row) ? "passage" : "answer"], namesShown(row, unit).join(", ") || box.dataset.none];
}

function entry(name, index, names, isBox) {
  const item = document.getElementById("distinct-entry").content.cloneNode(true);
  const input = item.querySelector("input");
  input.type = isBox ? "checkbox" : "radio";
  input.value = name;
  input.checked = names.some((one) => plain(one) === plain(name));
  item.querySelector(".distinct__name").textContent = name;
  item.querySelector(".key").textContent = index < 9 ? String(index + 1) : "";
  item.querySelector(".key").hidden = index >= 9;
  return item;
}
