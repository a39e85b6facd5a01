// Acts wait in this browser until the server has stored them: through reloads, lost networks,
// ended sessions and restarts, per person and in order. One tab at a time sends.
import { token, who } from "./page.js";
import { ask, keepStored, refused, waiting } from "./store.js";

const LONGEST_PAUSE = 15000;
const PATIENCE = 15000;
const FORBIDDEN = 403;
const NO_REFUSAL = new Set([401, 408, 425, 429]); // who is signed out, or too early, may come again
let barred = false; // until the person asks to try again: the server lets nobody in by asking often
let pause = 0;
let timer = 0;
let listener = () => {};

// What the page says of saving: "saved" only when nothing waits.
export function show(name) {
  for (const state of document.querySelectorAll("[data-saving]")) state.classList.toggle("idle", !state.dataset.saving.split(" ").includes(name));
}

export const sendAgain = ({ refusal, ...entry }) => ask("readwrite", (store) => store.put(entry)).then(drain);
export const forget = (entry) => ask("readwrite", (store) => store.delete(entry.order)).then(() => tell("forgotten", entry));

export function onChange(heard) {
  listener = heard;
}

async function tell(happening, entry, answer) {
  await listener(barred ? "forbidden" : happening, entry, answer, { waiting: await waiting(), refused: await refused() });
  document.dispatchEvent(new CustomEvent("acts-changed"));
}

// Keep an act, then send it. `body` is what the server reads; the rest is for this browser.
export async function put(entry) {
  show("saving");
  await ask("readwrite", (store) => store.add({ who: who(), since: Date.now(), ...entry }));
  await tell("kept", entry);
  drain();
}

export function tryAgain() {
  barred = false;
  show("saving");
  return drain();
}

export async function drain() {
  clearTimeout(timer);
  if (barred) return;
  await navigator.locks.request(`equer-judging-${who()}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return later(1000);
    for (let [entry] = await waiting(); entry; [entry] = await waiting()) {
      if (!(await send(entry))) return barred || later((pause = Math.min(pause * 2 || 1000, LONGEST_PAUSE)));
      pause = 0;
    }
  });
}

function later(wait) {
  timer = setTimeout(drain, wait);
}

const isRefusal = (status) => status >= 400 && status < 500 && !NO_REFUSAL.has(status);

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
  barred = response.status === FORBIDDEN;
  if (barred || !isRefusal(response.status) || answer.state === "somebody-else") {
    await tell(response.status === 401 || answer.state ? (answer.state ?? "signed-out") : "unreachable", entry, answer);
    return false;
  }
  await ask("readwrite", (store) => store.put({ ...entry, refusal: { state: answer.state ?? "gone", status: response.status, words: answer.words ?? "", units: answer.units ?? [] } }));
  await tell("refused", entry, answer);
  return true;
}

document.addEventListener("click", (event) => event.target.closest?.("#try-again") && tryAgain());
addEventListener("online", drain);
addEventListener("focus", drain);
