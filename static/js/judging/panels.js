// What opens over the desk: the rest, what cannot be judged, comments, keys, what is not saved.
import { judge } from "./acts.js";
import { areOff, switchOff } from "./keys.js";
import { tellNoMatch } from "./filter.js";
import { put } from "./outbox.js";
import { addressOf, desk, find, questionHere } from "./page.js";
import { current, restOf, rows, undecidedIn } from "./rows.js";
import { tell } from "./say.js";
import { labelled } from "./words.js";
import "./unsaved.js";

const SHOWN = 80; // characters of a comment in the list of what is not saved
const seen = new WeakSet();
const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) seen.add(entry.target);
}, { threshold: 0.5 });

export function watch() {
  watcher.disconnect();
  for (const row of rows()) watcher.observe(row);
}

export const open = (id) => document.getElementById(id)?.showPopover();
export const close = () => find("[popover]:popover-open")?.hidePopover();

// First R shows what would be incorrect, second R says so: only once every answer was on screen.
export function rest() {
  if (!find("#rest")) return;
  if (!current()) return tellNoMatch();
  const left = restOf(current());
  const hidden = undecidedIn(current()).length - left.length;
  const unseen = left.filter((row) => !seen.has(row)).length;
  const { noRest, noneListed } = find("#said").dataset;
  if (!left.length) return tell(hidden ? noneListed.replace("{n}", hidden) : noRest);
  find("#rest-count").textContent = left.length;
  find("#rest-unseen-count").textContent = unseen;
  find("#rest-hidden").hidden = !hidden;
  find("#rest-hidden-count").textContent = hidden;
  find("#rest-unseen").hidden = !unseen;
  find("#rest-ready").hidden = find("#rest-do").hidden = Boolean(unseen);
  find("#rest-list").replaceChildren(...left.map((row) => Object.assign(document.createElement("li"), { textContent: JSON.parse(row.dataset.texts)[0], dir: "auto" })));
  open("rest");
}

export function doRest() {
  if (find("#rest-do").hidden) return;
  close();
  judge("wrong", { scope: "rest" });
}

function submitted(event) {
  const form = event.target;
  if (form.id === "cannot-form") {
    judge("cannot", { means: "button", reason: form.elements.reason.value, note: form.elements.note.value });
  } else if (form.id === "comment-form") {
    const text = form.elements.text.value;
    const body = new URLSearchParams({ key: crypto.randomUUID(), text, place: desk().dataset.place, item: form.elements.item.checked ? current()?.dataset.item ?? "" : "" });
    put({ address: addressOf("comment", questionHere()), body: String(body), type: "application/x-www-form-urlencoded", question: questionHere(), about: labelled(find("#said").dataset.comment, text.slice(0, SHOWN)) });
  } else return;
  event.preventDefault();
  close();
  form.reset();
  current()?.querySelector(".group__text").focus();
}

document.addEventListener("submit", submitted);
document.addEventListener("click", (event) => event.target.closest("#rest-do") && doRest());
document.addEventListener("change", (event) => event.target.id === "keys-off" && switchOff(event.target.checked));
document.addEventListener("toggle", (event) => {
  if (event.target.id === "keys" && event.newState === "open") find("#keys-off").checked = areOff();
  // What opened in its place keeps the focus.
  if (event.newState === "closed" && !find("[popover]:popover-open")) current()?.querySelector(".group__text").focus({ preventScroll: true });
}, true);
