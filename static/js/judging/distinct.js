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

// The names that go with a decision: a right passage of a list holds what is found in it.
export function namesFor(row, unit, decision) {
  if (!isList() || !isPassage(row)) return null;
  if (decision !== "right") return namesIn(unit).length ? [] : null;
  if (namesIn(unit).length) return namesIn(unit);
  const text = plain(textsOf(row)[0]);
  return known().filter((one) => [...one.spellings].some((spelling) => text.includes(plain(spelling)))).map((one) => one.name);
}

// The names after one of them was toggled: a passage may hold several, an answer is one thing.
export function toggled(row, unit, name) {
  const names = namesIn(unit);
  const others = names.filter((one) => plain(one) !== plain(name));
  if (isPassage(row)) return others.length < names.length ? others : [...names, name];
  return others.length < names.length || plain(name) === plain(textsOf(row)[0]) ? [] : [name];
}

export function paintDistinct(row, unit) {
  const box = document.getElementById("distinct");
  if (!box) return;
  const shown = isList() && ["right", "inexact"].includes(unit.dataset.verdict);
  box.hidden = !shown;
  if (!shown) return;
  const names = namesIn(unit).length || isPassage(row) ? namesIn(unit) : [textsOf(row)[0]];
  box.querySelector("legend").textContent = isPassage(row) ? box.dataset.passage : box.dataset.answer;
  box.querySelector("ol").replaceChildren(...known({ row, unit }).map((one, index) => entry(one.name, index, names, isPassage(row))));
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
