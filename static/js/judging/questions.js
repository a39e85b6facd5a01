// From question to question: what is ahead is at hand, keys wait until the new page is painted.
import { recall } from "./acts.js";
import { bring, finish, lookAhead, nextQuestion } from "./ahead.js";
import { measured } from "./clock.js";
import { paintDistinct } from "./distinct.js";
import { engrave } from "./keys.js";
import { paintFeedback } from "./feedback.js";
import { claim, show as showLease } from "./lease.js";
import { drain } from "./outbox.js";
import { desk, find, questionHere } from "./page.js";
import { watch } from "./panels.js";
import { arePut, isEntered, renew } from "./passages.js";
import { current, rowOf, rows } from "./rows.js";
import { say, showRow } from "./show.js";
import { catchUp } from "./unsent.js";

let ready = false;
export const isReady = () => ready;

export async function go(question, how) {
  ready = false;
  const began = performance.now();
  try {
    await bring(question, how);
    await begin(began);
  } catch {
    say(find("#said").dataset.away);
    find("#away").hidden = false;
    ready = true;
  }
}

function onQuestionDone() {
  finish(questionHere());
  const next = nextQuestion();
  if (next) go(next);
  else find("#all-done").hidden = false;
}

// Keys wait until what was put on the page is painted.
function whenPainted() {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    ready = true;
    desk().toggleAttribute("data-ready", true);
  }));
}

async function onUnitShown({ detail: { row, unit } }) {
  paintDistinct(row, unit);
  if (!isEntered(row)) return;
  ready = false;
  desk().toggleAttribute("data-ready", false);
  await renew().catch(() => {});
  watch();
  whenPainted();
}

export async function begin(began) {
  desk().addEventListener("question-done", onQuestionDone);
  desk().addEventListener("unit-shown", onUnitShown);
  arePut();
  recall();
  paintFeedback();
  const row = rowOf(new URLSearchParams(location.search).get("item")) ?? current() ?? rows()[0];
  if (row) showRow(row);
  if (began) measured("equer:next-question", began);
  await catchUp();
  whenPainted();
  watch();
  engrave();
  lookAhead();
  claim();
  showLease();
  drain();
}
