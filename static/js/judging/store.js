// Where acts are kept in this browser until the server has them, per person and in order.
import { who } from "./page.js";

const STORE = "acts";
const LATELY = 10 * 60 * 1000; // milliseconds: no page is older when its script begins

const open = (name) => new Promise((resolve, reject) => {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const kept = open("equer-judging");
const stored = open("equer-judging-stored"); // apart: a tab with an older script would hold up a new version

export function ask(mode, act, base = kept) {
  return base.then((base) => new Promise((resolve, reject) => {
    const work = base.transaction(STORE, mode, mode === "readwrite" ? { durability: "strict" } : undefined);
    const request = act(work.objectStore(STORE));
    work.oncomplete = () => resolve(request.result);
    work.onerror = () => reject(work.error);
  }));
}

const isMine = (entry) => entry.who === who();
const mine = async () => (await ask("readonly", (store) => store.getAll())).filter(isMine);
export const waiting = async () => (await mine()).filter((entry) => !entry.refusal);
export const refused = async () => (await mine()).filter((entry) => entry.refusal);

// Wait until nothing waits, but no longer than so many milliseconds.
export async function emptied(patience) {
  const until = Date.now() + patience;
  while (navigator.onLine && Date.now() < until && (await waiting()).length) await new Promise((done) => setTimeout(done, 50));
}

// What the server stored of late, for a page that it made before: an act may be stored between the
// making of a page and the beginning of its script.
export async function keepStored(entry, units) {
  await ask("readwrite", (store) => store.put({ ...entry, body: null, choices: entry.split ? [] : JSON.parse(entry.body).choices ?? [], units, storedAt: Date.now() }), stored);
  const old = (await ask("readonly", (store) => store.getAll(), stored)).filter((one) => one.storedAt < Date.now() - LATELY);
  for (const { order } of old) await ask("readwrite", (store) => store.delete(order), stored);
}
export const storedLately = async () => (await ask("readonly", (store) => store.getAll(), stored)).filter(isMine);
