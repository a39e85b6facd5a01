// Where acts are kept in this browser until the server has them, per person and in order.
import { who } from "./page.js";

const STORE = "acts";

const opened = new Promise((resolve, reject) => {
  const request = indexedDB.open("equer-judging", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export function ask(mode, act) {
  return opened.then((base) => new Promise((resolve, reject) => {
    const work = base.transaction(STORE, mode, mode === "readwrite" ? { durability: "strict" } : undefined);
    const request = act(work.objectStore(STORE));
    work.oncomplete = () => resolve(request.result);
    work.onerror = () => reject(work.error);
  }));
}

const mine = async () => (await ask("readonly", (store) => store.getAll())).filter((entry) => entry.who === who());
export const waiting = async () => (await mine()).filter((entry) => !entry.refusal);
export const refused = async () => (await mine()).filter((entry) => entry.refusal);
