// What can be undone, and done again, the latest last; kept through a reload.
import { who } from "./page.js";

const LONGEST = 200;
const ROOM = 1000; // units whose labels before the act are kept too; of others the server tells them

export const done = []; // {key, on, question, place, about, texts, items, before}, or {split, question, place, about, items}
export const undone = [];

const name = () => `equer-undo-${who()}`;

function lasting(entries) {
  let room = ROOM;
  const newestFirst = entries.slice(-LONGEST).reverse().map(({ before, ...entry }) => {
    for (const { units } of before ?? []) room -= units.length;
    return before && room >= 0 ? { ...entry, before } : entry;
  });
  return newestFirst.reverse();
}

export const remember = () => sessionStorage.setItem(name(), JSON.stringify({ done: lasting(done), undone: lasting(undone) }));

export function recall() {
  if (done.length || undone.length) return;
  const kept = JSON.parse(sessionStorage.getItem(name()) ?? "{}");
  done.push(...(kept.done ?? []));
  undone.push(...(kept.undone ?? []));
}
