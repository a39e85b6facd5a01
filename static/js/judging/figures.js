// How far the person is, and the task: the server's figures, moved by what is judged on this page.
import { isDone } from "./decisions.js";
import { desk, find } from "./page.js";
import { rows, unitsOf } from "./rows.js";

const LOW = 10; // per cent: shown with a decimal below
let counted = { decided: 0, labelled: 0 }; // of this question

const holder = () => find("#desk [data-figures]");
const read = () => JSON.parse(holder().dataset.figures);
const number = (value, decimals = 0) => value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

function here() {
  const found = { decided: 0, labelled: 0 };
  for (const unit of rows().flatMap(unitsOf)) {
    if (!isDone(unit.dataset.state)) continue;
    found.decided += Number(unit.dataset.texts);
    if (unit.dataset.verdict !== "cannot") found.labelled += Number(unit.dataset.texts);
  }
  return found;
}

// The page's figures are those of the labels on it.
export function meet() {
  counted = here();
}

export function move(acts = 0) {
  const now = here();
  const counts = desk().dataset.training ? 0 : 1; // practice is nobody's part
  const before = read();
  write({
    ...before,
    today: Math.max(before.today + acts, 0),
    done: before.done + counts * (now.decided - counted.decided),
    judged: before.judged + counts * (now.labelled - counted.labelled),
  });
  counted = now;
}

// A page fetched in advance knows less than the one before it did.
export const figures = read;
export function write(figures) {
  holder().dataset.figures = JSON.stringify(figures);
  const { today, done, pooled, judged, all } = figures;
  find("[data-count=today]").textContent = number(today);
  find("label[for=mine] b").textContent = `${number(done)} / ${number(pooled)}`;
  find("#mine").value = done;
  if (find("#whole b")) find("#whole b").textContent = percent(Math.min(judged / all, 1) * 100);
}

// As the server writes a share: all of it only if it is all.
function percent(share) {
  const decimals = share > 0 && share < LOW ? 1 : 0;
  const rounded = share > 99 && share < 100 ? 99 : share;
  return find("#whole").dataset.percent.replace("{n}", number(rounded, decimals));
}
