// The next questions are fetched while this one is judged: going on does not wait.
import { figures, write } from "./figures.js";
import { addressOf, desk, find, questionHere } from "./page.js";
import { emptied, waiting } from "./store.js";

const TWO = 2;
const SETTLING = 1500; // milliseconds that going back waits for acts on their way
const kept = new Map();

const finished = new Set(); // what this page knows to be judged, whatever an older page says

export const drop = (question) => kept.delete(question);
export const finish = (question) => finished.add(question);
export const reopen = (question) => finished.delete(question);

const ahead = () => JSON.parse(desk().dataset.ahead).filter((question) => !finished.has(question));
export const nextQuestion = () => ahead()[0] ?? null;

export async function fetchDesk(question, signal) {
  const response = await fetch(addressOf("page", question), { headers: { "HX-Request": "true" }, signal });
  const isAnswer = response.redirected || (response.status >= 400 && response.status < 500);
  if (!response.ok || isAnswer) throw Object.assign(new Error(response.status), { isAnswer });
  const page = document.createElement("template");
  page.innerHTML = await response.text();
  return document.importNode(page.content.querySelector("#desk"), true);
}

// The next question is the one that is at hand: the link says so too.
export function pointAhead() {
  const link = find("#next-question");
  const next = nextQuestion();
  link.hidden = !next;
  if (!next) return;
  link.dataset.question = next;
  link.href = addressOf("page", next);
}

export function lookAhead() {
  for (const question of ahead().slice(0, TWO)) {
    if (kept.has(question)) continue;
    const coming = fetchDesk(question);
    kept.set(question, coming);
    coming.catch(() => kept.delete(question));
  }
}

// Put a question on the desk; a page that cannot be had throws.
export async function bring(question, { push = true } = {}) {
  // A page made before the last acts were stored would show them as not made.
  const isOld = kept.has(question);
  if (!isOld) await emptied(SETTLING);
  const page = await (kept.get(question) ?? fetchDesk(question));
  kept.delete(question);
  const [left, before] = [questionHere(), figures()];
  desk().replaceWith(page);
  if (isOld || (await waiting()).length) write(before);
  if (push && question !== left) history.pushState({}, "", addressOf("page", question));
  document.title = desk().dataset.title;
}
