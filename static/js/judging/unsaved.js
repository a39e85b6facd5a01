// The list of what the server has not stored: it follows what is kept in this browser.
import { settle } from "./conflicts.js";
import { forget, sendAgain } from "./outbox.js";
import { find } from "./page.js";
import { refused, waiting } from "./store.js";
import { wordOf } from "./words.js";

const NOT_FOUND = 404;

function wordsOn(refusal) {
  const { waiting: waits, gone, refused: other } = find("#unsaved-list").dataset;
  if (!refusal) return waits;
  return refusal.words || (refusal.status === NOT_FOUND ? gone : other.replace("{status}", refusal.status));
}

function line(entry) {
  const item = document.getElementById("unsaved-entry").content.cloneNode(true);
  const units = entry.refusal?.units ?? [];
  item.querySelector("[data-question]").textContent = entry.question;
  item.querySelector("[data-words]").textContent = wordsOn(entry.refusal);
  item.querySelector("[data-mine]").textContent = entry.about ?? "";
  item.querySelector("[data-stored]").textContent = [...new Set(units.map((unit) => wordOf(unit.label || unit.verdict)))].filter(Boolean).join(", ");
  item.querySelector("[data-stored-line]").hidden = !units.length;
  const [mine, stored, again, dismiss] = item.querySelectorAll("button");
  mine.hidden = stored.hidden = entry.refusal?.state !== "conflict";
  again.hidden = !entry.refusal || !mine.hidden;
  dismiss.hidden = !entry.refusal;
  mine.addEventListener("click", () => settle(entry, true));
  stored.addEventListener("click", () => settle(entry, false));
  again.addEventListener("click", () => sendAgain(entry));
  dismiss.addEventListener("click", () => forget(entry));
  return item;
}

async function list() {
  const panel = find("#unsaved");
  if (!panel.matches(":popover-open")) return;
  const entries = [...(await refused()), ...(await waiting())];
  const hadFocus = panel.contains(document.activeElement);
  find("#unsaved-list").replaceChildren(...entries.map(line));
  find("#unsaved-none").hidden = entries.length > 0;
  if (hadFocus && !panel.contains(document.activeElement)) panel.focus();
}

find("#unsaved").addEventListener("toggle", list);
document.addEventListener("acts-changed", list);
