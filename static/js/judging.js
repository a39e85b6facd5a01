// The judging desk by keyboard: one key, one label, and the focus stays where the work is.
// Keys are matched on the physical key, so every layout works alike.
const LETTERS = { KeyF: "F", KeyS: "S", KeyA: "A", KeyD: "D", KeyN: "N", KeyP: "P", KeyU: "U" };
const STEPS = { KeyJ: 1, ArrowDown: 1, KeyK: -1, ArrowUp: -1 };
const SLOW = 400;

let running = false; // a label is on its way to the server
let waiting = ""; // the one key pressed meanwhile: it counts as soon as the answer is there
let given = ""; // what the label on its way says, and of which text
let slow = 0;

const find = (selector) => document.querySelector(selector);
const words = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function isOurs(event) {
  return !(event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey ||
    isTyping(event.target) || find("[popover]:popover-open, dialog[open]"));
}

function step(by) {
  const rows = [...document.querySelectorAll(".group a.group__text")];
  rows[rows.findIndex((row) => row.closest(".group--current")) + by]?.click();
}

function act(code) {
  if (code in STEPS) return step(STEPS[code]);
  const button = find(`[data-key="${code}"]`);
  const means = button?.form?.elements.namedItem("means");
  if (means) means.value = "key";
  button?.click();
}

document.addEventListener("keydown", (event) => {
  if (!isOurs(event)) return;
  if (event.key === "?") return void document.getElementById("keys")?.showPopover();
  if (event.shiftKey || !(event.code in STEPS || find(`[data-key="${event.code}"]`))) return;
  event.preventDefault();
  if (running) waiting ||= event.code;
  else act(event.code);
});

// The letters engraved on this person's keyboard, where the browser tells them.
async function engrave() {
  const layout = await navigator.keyboard?.getLayoutMap?.().catch(() => null);
  for (const code of layout ? Object.keys(LETTERS) : []) {
    const cap = find(`[data-key="${code}"] .key`);
    if (cap) cap.textContent = (layout.get(code) ?? LETTERS[code]).toUpperCase();
  }
}

function show(name) {
  for (const id of ["saved", "saving", "unsaved"]) document.getElementById(id)?.toggleAttribute("hidden", id !== name);
}

// Screen readers hear what was saved and what comes next; everybody keeps the focus on the row.
function settle() {
  const row = find(".group--current a.group__text");
  row?.scrollIntoView({ block: "nearest" });
  find(".evidence__text .passage, .evidence__text .hit")?.scrollIntoView({ block: "nearest" });
  (row ?? document.getElementById("desk"))?.focus({ preventScroll: true });
  const said = document.getElementById("said");
  const refused = words(find("#refused, #told"));
  if (said && (refused || given)) said.textContent = refused || `${said.dataset.saved} ${given}. ${said.dataset.next} ${words(row?.firstChild)}.`;
  given = "";
  engrave();
}

document.addEventListener("htmx:beforeRequest", (event) => {
  running = true;
  slow = setTimeout(() => show("saving"), SLOW);
  const label = event.detail.requestConfig.triggeringEvent?.submitter;
  if (label?.name === "label") given = `${words(label.querySelector(".verdict__word"))}, ${words(find(".group--current a.group__text")?.firstChild)}`;
});

document.addEventListener("htmx:afterSettle", () => {
  clearTimeout(slow);
  running = false;
  settle();
  const code = waiting;
  waiting = "";
  if (code) act(code);
});

for (const fault of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(fault, () => {
    clearTimeout(slow);
    [running, waiting, given] = [false, "", ""];
    show("unsaved");
  });
}

settle();
