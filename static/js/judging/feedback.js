// In training, the reference label is told after each decision; it stays until the next one.
import { addressOf, desk, find } from "./page.js";

let told = "";

export function paintFeedback() {
  const place = find("#feedback");
  if (!place || !told) return;
  place.innerHTML = told;
  place.classList.remove("idle");
}

// Of what was taken back nothing is told.
export function clearFeedback(isReversal) {
  told = "";
  // After the last practice it lies over the list of what counts, until the first decision there.
  if (isReversal || !desk().dataset.training) find("#feedback").classList.add("idle");
}

export async function tellReference(entry) {
  if (!entry.practice) return;
  const body = JSON.parse(entry.body);
  const query = new URLSearchParams({ place: body.place ?? "" });
  for (const item of entry.items) query.append("item", item);
  const response = await fetch(`${addressOf("feedback", entry.question)}?${query}`, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!response?.ok) return;
  // Written by our own template: pooled text in it is escaped.
  told = (await response.text()).trim();
  paintFeedback();
}
