// The guidelines open at the section of the label in front of the assessor, with what was decided
// on answers like it; without the network the text that came with the page stands.
import { addressOf, find, questionHere } from "./page.js";
import { current, shownUnit } from "./rows.js";

const guide = find("#guide");

function here() {
  const row = current();
  return row ? { item: row.dataset.item, label: shownUnit(row).dataset.state } : {};
}

function openAt(label) {
  const section = guide.querySelector(`[data-section="${CSS.escape(label ?? "")}"]`);
  guide.querySelector("[data-here]")?.removeAttribute("data-here");
  section?.setAttribute("data-here", "");
  const head = guide.querySelector(".drawer__head").offsetHeight;
  guide.scrollTop = section ? section.offsetTop - head - 8 : 0;
}

async function renew() {
  const { item, label } = here();
  openAt(label);
  const address = `${addressOf("guidelines", questionHere())}?${new URLSearchParams(item ? { item, label } : {})}`;
  const response = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!response?.ok || response.redirected) return;
  find("#guide-body").innerHTML = await response.text();
  if (guide.matches(":popover-open")) openAt(label);
}

guide.addEventListener("toggle", (event) => event.newState === "open" && renew());
