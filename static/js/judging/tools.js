// Smaller acts at the desk: the whole document, splitting a group, finding an answer in the list.
import { addressOf, desk, find, questionHere, token } from "./page.js";
import { current, documentOf, rows, shownUnit } from "./rows.js";
import { say, showRow } from "./show.js";

const whole = new Map();

// The whole document opens in the same pane at the right place; once more shows the excerpt.
export async function wholeDocument() {
  const row = current();
  const unit = shownUnit(row);
  const full = unit.querySelector("[data-whole]");
  if (!full || desk().dataset.hasDocuments !== "1") return;
  const excerpt = unit.querySelector("[data-excerpt]");
  if (!full.hidden || full.childElementCount) {
    full.hidden = !full.hidden;
    excerpt.hidden = !full.hidden;
  } else {
    const query = new URLSearchParams({ item: row.dataset.item, document: documentOf(unit) });
    const address = `${addressOf("document", questionHere())}?${query}`;
    const response = whole.get(address) ?? (await fetch(address).catch(() => null));
    if (!response?.ok) return say(find("#said").dataset.away);
    full.innerHTML = await response.text();
    full.hidden = false;
    excerpt.hidden = true;
  }
  [...unit.querySelectorAll(".passage, .hit")].find((mark) => mark.offsetParent)?.scrollIntoView({ block: "center" });
}

export async function split() {
  const row = current();
  if (row.dataset.kind === "passage") return;
  const isSplit = row.dataset.split !== "1";
  const form = new URLSearchParams({ item: row.dataset.item, place: desk().dataset.place });
  if (isSplit) form.set("is_split", "on");
  const headers = { "X-CSRFToken": token() };
  const response = await fetch(addressOf("split", questionHere()), { method: "POST", body: form, headers, redirect: "manual" }).catch(() => null);
  if (response?.type !== "opaqueredirect") return say(find("#said").dataset.away);
  row.dataset.split = isSplit ? "1" : "";
  row.querySelector(".group__split").hidden = !isSplit;
  showRow(row, { unit: shownUnit(row) });
  say(find("#said").dataset[isSplit ? "split" : "joined"]);
}

export function filter(wanted) {
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  for (const row of rows()) {
    const text = plain(row.dataset.texts);
    row.hidden = !words.every((word) => text.includes(word));
  }
  for (const bracket of document.querySelectorAll("#desk .bracket")) {
    bracket.hidden = ![...bracket.querySelectorAll("[data-item]")].some((row) => !row.hidden);
  }
}

document.addEventListener("keydown", (event) => {
  if (event.target.id !== "filter" || !["Escape", "Enter"].includes(event.key)) return;
  event.preventDefault();
  if (event.key === "Escape") filter((event.target.value = ""));
  const row = current() && !current().hidden ? current() : rows().find((one) => !one.hidden);
  if (row) showRow(row);
});
