// What can be undone, and done again, the latest last; kept through a reload.
import { who } from "./page.js";

const LONGEST = 200;

export const done = []; // {key, on, question, place, about, texts, items, before}
export const undone = [];

const name = () => `equer-undo-${who()}`;

export const remember = () => sessionStorage.setItem(name(), JSON.stringify(done.map(({ before, ...entry }) => entry).slice(-LONGEST)));
export function recall() {
  if (!done.length) done.push(...JSON.parse(sessionStorage.getItem(name()) ?? "[]"));
}
