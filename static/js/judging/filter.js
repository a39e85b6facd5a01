// Which rows match what was typed: the others are neither in sight nor judged.
import { find } from "./page.js";
import { isListed, rows } from "./rows.js";
import { tell } from "./say.js";

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

export function narrow(wanted) {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  for (const row of rows()) {
    const text = plain(row.dataset.texts);
    row.hidden = !words.every((word) => text.includes(word));
  }
  for (const bracket of document.querySelectorAll("#desk .bracket")) {
    const members = [...bracket.querySelectorAll("[data-item]")];
    bracket.hidden = !members.some(isListed);
    bracket.querySelector(".bracket__name").hidden = !members.every(isListed); // it tells their number
  }
}

export function widen() {
  find("#filter").value = "";
  narrow("");
}

export function tellNoMatch() {
  if (rows().length) tell(find("#said").dataset.noMatch.replace("{n}", rows().filter((row) => !isListed(row)).length));
}
