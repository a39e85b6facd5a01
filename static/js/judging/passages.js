// Passages that hold a string judged right come first, the string marked: as the server has it when
// the assessor comes from the answers to the passages, and never while in them.
import { fetchDesk } from "./ahead.js";
import { verdictOnGroup } from "./decisions.js";
import { narrow } from "./filter.js";
import { desk, find, questionHere } from "./page.js";
import { current, evidenceOf, isListed, isOpen, isPassage, opinionsOf, rowOf, rows } from "./rows.js";
import { showRow } from "./show.js";
import { emptied, waiting } from "./store.js";

const PATIENCE = 1500; // milliseconds that the keys wait for acts on their way, and for the answer
const PARTS = "[data-part=passages], [data-part=others]";
let ordered = ""; // the right answers that the passages are in order of
let wasPassage = false;

const passages = () => rows().filter(isPassage);
const isRight = (row) => verdictOnGroup(Object.values(opinionsOf(row))) === "right";
const right = () => rows().filter((row) => !isPassage(row) && isRight(row)).map((row) => row.dataset.item).join();

// The page is as the server made it: its passages are in order.
export function arePut() {
  ordered = right();
  wasPassage = Boolean(current() && isPassage(current()));
}

// Whether the assessor comes from the answers to passages whose order is not that of the labels.
export function isEntered(row) {
  const enters = isPassage(row) && !wasPassage;
  wasPassage = isPassage(row);
  return enters && ordered !== right();
}

// Who went on finds the first one; who chose one by its row keeps it. Without an answer of the
// server the order stays.
export async function renew() {
  await emptied(PATIENCE);
  const here = desk();
  if (!navigator.onLine || (await waiting()).length) return;
  const page = await fetchDesk(questionHere(), AbortSignal.timeout(PATIENCE));
  if (desk() !== here || page.dataset.place !== here.dataset.place) return;
  const chosen = current();
  const wentOn = [passages()[0], passages().find(isOpen)].includes(chosen);
  replace(page);
  ordered = right();
  narrow(find("#filter").value);
  const listed = passages().filter(isListed);
  const next = (wentOn && (listed.find(isOpen) ?? listed[0])) || rowOf(chosen.dataset.item) || rows()[0];
  showRow(next, { focus: document.activeElement !== find("#filter") });
}

function replace(page) {
  for (const row of passages()) evidenceOf(row).remove();
  for (const part of document.querySelectorAll(`#desk :is(${PARTS})`)) {
    part.previousElementSibling.remove();
    part.remove();
  }
  for (const part of page.querySelectorAll(PARTS)) {
    for (const row of part.querySelectorAll("[data-item]")) {
      const evidence = page.querySelector(`[id="evidence-${row.dataset.item}"]`);
      row.classList.remove("group--current");
      row.removeAttribute("aria-current");
      evidence.hidden = true;
      find("#desk .desk__evidence").prepend(evidence);
    }
    find("#desk .desk__groups").append(part.previousElementSibling, part);
  }
}
