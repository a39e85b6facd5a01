// The words for states and decisions, as the page has them in the reader's language.
import { find } from "./page.js";
import { rowOf } from "./rows.js";

const SHOWN = 3;
const words = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

export const textOf = (row) => words(row.querySelector(".group__text")?.firstChild);
export const wordOf = (state) => words(document.getElementById(`mark-${state}`)?.content.querySelector(".sr"));
export const wordFor = (decision) => find(`#verdict-form [value="${decision}"]`)?.dataset.stepString ?? find("#said").dataset.cannot;

// A text as a sentence: many passages end with a full stop of their own.
export const sentence = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

// What an act says, for the list of what is not saved; the colon as the reader's language has it.
export const labelled = (what, of) => find("#said").dataset.about.replace(/\{(what|of)\}/g, (_all, name) => ({ what, of })[name] ?? "");

export function namesOf(choices) {
  const texts = choices.map((choice) => textOf(rowOf(choice.item)));
  return texts.slice(0, SHOWN).join(" · ") + (texts.length > SHOWN ? ` … (${texts.length})` : "");
}

export const about = (choices) => labelled(wordFor(choices[0].decision), namesOf(choices));
