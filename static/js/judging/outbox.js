// Acts wait in this browser until the server has stored them: through reloads, lost networks,
// ended sessions and restarts, per person and in order. One tab at a time sends.
import { token, who } from "./page.js";
import { ask, keepStored, refused, waiting } from "./store.js";

const LONGEST_PAUSE = 15000;
const PATIENCE = 15000;
const REFUSED = new Set([400, 404, 409, 422]);
let pause = 0;
let timer = 0;
let listener = () => {};

// What the page says of saving: "saved" only when nothing waits.
export function show(name) {
  for (const state of document.querySelectorAll("[data-saving]")) state.hidden = state.dataset.saving !== name;
}

export const sendAgain = ({ refusal, ...entry }) => ask("readwrite", (store) => store.put(entry)).then(drain);
export const forget = (entry) => ask("readwrite", (store) => store.delete(entry.order)).then(() => tell("forgotten", entry));

export function onChange(heard) {
  listener = heard;
}

async function tell(happening, entry, answer) {
  await listener(happening, entry, answer, { waiting: await waiting(), refused: await refused() });
}

// Keep an act, then send it. `body` is what the server reads; the rest is for this browser.
export async function put(entry) {
  show("saving");
  await ask("readwrite", (store) => store.add({ who: who(), since: Date.now(), ...entry }));
  await tell("kept", entry);
  drain();
}

// Wait until nothing waits, but no longer than so many milliseconds.
export async function emptied(patience) {
  const until = Date.now() + patience;
  while (navigator.onLine && Date.now() < until && (await waiting()).length) await new Promise((done) => setTimeout(done, 50));
}

export function drain() {
  clearTimeout(timer);
  return navigator.locks.request(`equer-judging-${who()}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return later(1000);
    for (let [entry] = await waiting(); entry; [entry] = await waiting()) {
      if (!(await send(entry))) return later((pause = Math.min(pause * 2 || 1000, LONGEST_PAUSE)));
      pause = 0;
    }
  });
}

function later(wait) {
  timer = setTimeout(drain, wait);
}

// Returns whether the next act may go: this one was stored, or refused for good.
async function send(entry) {
  let response;
  try {
    response = await fetch(entry.address, {
      method: "POST",
      body: entry.body,
      headers: { "Content-Type": entry.type, Accept: "application/json", "X-CSRFToken": token(), "X-Assessor": entry.who },
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    await tell("unreachable", entry);
    return false;
  }
  const answer = await response.json().catch(() => ({}));
  if (response.ok && answer.state === "saved") {
    if (answer.units || entry.split) await keepStored(entry, answer.units ?? []);
    await ask("readwrite", (store) => store.delete(entry.order));
    await tell("saved", entry, answer);
    return true;
  }
  if (!REFUSED.has(response.status) || answer.state === "somebody-else") {
    await tell(response.status === 401 || answer.state ? (answer.state ?? "signed-out") : "unreachable", entry, answer);
    return false;
  }
  await ask("readwrite", (store) => store.put({ ...entry, refusal: { state: answer.state ?? "gone", words: answer.words ?? "", units: answer.units ?? [] } }));
  await tell("refused", entry, answer);
  return true;
}

addEventListener("online", drain);
addEventListener("focus", drain);
