// The bar below the list: what its buttons would do to the unit in front.
import { needsSupport, verdictOnGroup } from "./decisions.js";
import { desk, find } from "./page.js";
import { documentOf, isPassage, opinionsOf } from "./rows.js";
import { hush } from "./say.js";

// Of a passage, of a string, or of its support.
export function paintBar(row, unit) {
  hush();
  const opinions = opinionsOf(row);
  const here = opinions[documentOf(unit)];
  const group = row.dataset.split === "1" ? "" : verdictOnGroup(Object.values(opinions));
  const asksSupport = !isPassage(row) && (needsSupport(here) || (!here.verdict && ["right", "inexact"].includes(group)));
  const step = isPassage(row) ? "passage" : asksSupport ? "support" : "string";
  for (const button of document.querySelectorAll("#verdict-form [data-step-string]")) {
    button.querySelector(".verdict__word").textContent = button.getAttribute(`data-step-${step}`) ?? "";
    button.classList.toggle("idle", !button.getAttribute(`data-step-${step}`)); // its place stays
    button.setAttribute("aria-pressed", String(button.dataset.gives === unit.dataset.state));
  }
  const form = find("#verdict-form");
  form.elements.item.value = row.dataset.item;
  form.elements.document.value = documentOf(unit);
  find("#split").hidden = isPassage(row);
  find("#step").textContent = find("#step").dataset[step];
  find("#step").toggleAttribute("data-asks-support", asksSupport);
  desk().dispatchEvent(new CustomEvent("unit-shown", { detail: { row, unit } }));
}
