// What opens over the desk: what cannot be judged, comments, keys, what is not saved.
import { judge } from "./acts.js";
import { areOff, switchOff } from "./keys.js";
import { put } from "./outbox.js";
import { addressOf, desk, find, questionHere } from "./page.js";
import { current } from "./rows.js";
import { labelled } from "./words.js";
import "./unsaved.js";

const SHOWN = 80; // characters of a comment in the list of what is not saved

export const open = (id) => document.getElementById(id)?.showPopover();
export const close = () => find("[popover]:popover-open")?.hidePopover();

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

// A draft is about the answer it was written at: at another one the form is empty again.
function freshen(form) {
  const about = `${questionHere()} ${current()?.dataset.item}`;
  if (form.dataset.about !== about) form.reset();
  form.dataset.about = about;
}

document.addEventListener("submit", submitted);
document.addEventListener("beforetoggle", (event) => {
  if (event.newState === "open") event.target.querySelectorAll("form").forEach(freshen);
}, true);
document.addEventListener("change", (event) => event.target.id === "keys-off" && switchOff(event.target.checked));
document.addEventListener("toggle", (event) => {
  if (event.target.id === "keys" && event.newState === "open") find("#keys-off").checked = areOff();
  // What opened in its place keeps the focus.
  if (event.newState === "closed" && !find("[popover]:popover-open")) current()?.querySelector(".group__text").focus({ preventScroll: true });
}, true);
