// The next questions are fetched while this one is judged: going on does not wait.
import { desk } from "./rows.js";
import { addressOf } from "./acts.js";

const TWO = 2;
const kept = new Map();

export const drop = (question) => kept.delete(question);

async function fetchDesk(question) {
  const response = await fetch(addressOf("page", question), { headers: { "HX-Request": "true" } });
  if (!response.ok || response.redirected) throw new Error(response.status);
  return response.text();
}

export function lookAhead() {
  for (const question of JSON.parse(desk().dataset.ahead).slice(0, TWO)) {
    if (kept.has(question)) continue;
    const coming = fetchDesk(question);
    kept.set(question, coming);
    coming.catch(() => kept.delete(question));
  }
}

// Put a question on the desk; a page that cannot be had throws.
export async function bring(question, { push = true } = {}) {
  const html = await (kept.get(question) ?? fetchDesk(question));
  kept.delete(question);
  const page = document.createElement("template");
  page.innerHTML = html;
  desk().replaceWith(page.content.querySelector("#desk"));
  if (push) history.pushState({}, "", addressOf("page", question));
  document.title = desk().dataset.title;
}

export const nextQuestion = () => JSON.parse(desk().dataset.ahead)[0] ?? null;
