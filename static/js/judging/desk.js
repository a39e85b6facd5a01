// The judging desk: keys and buttons meet the list, and going on from question to question.
import { judge, rename } from "./acts.js";
import { measured } from "./clock.js";
import { known, toggled } from "./distinct.js";
import { named } from "./keys.js";
import { isReadOnly } from "./lease.js";
import { find } from "./page.js";
import { close as closePanel, open as openPanel } from "./panels.js";
import { begin, go, goOn, isReady, renewHere } from "./questions.js";
import { doRest, rest } from "./rest.js";
import { reverse } from "./reversing.js";
import { say } from "./say.js";
import { current, shownUnit, unitsOf } from "./rows.js";
import { split } from "./splitting.js";
import { showRow, showUnit, step, stepUnit } from "./show.js";
import { filter, leaveFilter, wholeDocument } from "./tools.js";

const DECISIONS = { KeyF: "right", KeyS: "inexact", KeyA: "unsupported", KeyD: "wrong" };

const WRITING = new Set(["KeyU", "undo", "redo", "KeyR", "rest KeyR", "KeyX", "KeyT", "KeyC"]);

const press = (selector) => () => find(selector)?.click();
const OTHERS = {
  KeyJ: () => step(1), ArrowDown: () => step(1), KeyK: () => step(-1), ArrowUp: () => step(-1),
  BracketLeft: () => stepUnit(-1), BracketRight: () => stepUnit(1), Space: wholeDocument,
  KeyU: () => reverse("undo", go), undo: () => reverse("undo", go), redo: () => reverse("redo", go),
  KeyN: () => goOn(), "Shift+KeyN": () => goOn(true), KeyP: press("#previous-question"), KeyR: rest, "rest KeyR": doRest, KeyX: split,
  KeyT: () => current() && openPanel("cannot"), KeyC: () => openPanel("comment"), KeyG: press("#open-guide"),
  "/": () => (find("#filter").focus(), find("#filter").select()), "?": () => openPanel("keys"), "guide KeyG": closePanel, "keys ?": closePanel,
  "filter Enter": () => leaveFilter("Enter"), "filter Escape": () => leaveFilter("Escape"),
};

function digit(code) {
  const [row, box] = [current(), find("#distinct")];
  if (!row) return;
  const unit = shownUnit(row);
  const one = known({ row, unit })[Number(/^Digit([1-9])$/.exec(code)?.[1]) - 1];
  if (one && box && !box.hidden) rename(row, unit, toggled(row, unit, one.name));
}

document.addEventListener("keydown", (event) => {
  const began = event.timeStamp;
  const name = named(event);
  if (!name || !isReady()) return;
  const code = name.replace("Shift+", "");
  const writes = code in DECISIONS || WRITING.has(name) || /^Digit/.test(name);
  if (writes && isReadOnly()) say(find("#said").dataset.readOnly);
  else if (code in DECISIONS) judge(DECISIONS[code], { scope: name === code ? "row" : "bracket" });
  else if (/^Digit[1-9]$/.test(name)) digit(name);
  else if (name in OTHERS) OTHERS[name]();
  else return;
  event.preventDefault();
  if (code in DECISIONS) measured("equer:key-to-row", began);
});

document.addEventListener("click", (event) => {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const row = target.closest?.("#desk [data-item]");
  const tab = target.closest?.("#desk [data-tab]");
  const label = target.closest?.("#verdict-form button[name=decision]");
  const question = target.closest?.("#next-question, #previous-question");
  if (target.closest?.("[data-show-all]")) row.classList.add("group--whole");
  if (row) showRow(row);
  else if (tab) showUnit(current(), unitsOf(current()).find((unit) => unit.dataset.unit === tab.dataset.tab));
  else if (label && event.detail > 1) event.preventDefault(); // the second half of a double click
  else if (label) isReady() && judge(label.value, { means: "button" });
  else if (question) go(question.dataset.question);
  else if (target.closest?.("#undo")) reverse("undo", go);
  else if (target.closest?.("#open-rest")) rest();
  else if (target.closest?.("#split")) split();
  else if (target.closest?.("#whole-document")) wholeDocument();
  else return;
  event.preventDefault();
});

document.addEventListener("change", (event) => {
  if (event.target.closest("#distinct")) rename(current(), shownUnit(current()), toggled(current(), shownUnit(current()), event.target.value));
});
document.addEventListener("input", (event) => event.target.id === "filter" && filter(event.target.value));
addEventListener("popstate", () => go(decodeURIComponent(location.pathname.split("/question/")[1]?.replace(/\/$/, "") ?? ""), { push: false }));

document.addEventListener("question-asked", ({ detail }) => go(detail));
document.addEventListener("page-outdated", renewHere);
document.documentElement.classList.add("has-script");
begin();
