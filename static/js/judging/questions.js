// From question to question: what is ahead is at hand, keys wait until the new page is painted.
import { bring, drop, finish, lookAhead, nextQuestion, pointAhead } from "./ahead.js";
import { measured } from "./clock.js";
import { paintDistinct } from "./distinct.js";
import { meet, move } from "./figures.js";
import { engrave } from "./layout.js";
import { paintFeedback } from "./feedback.js";
import { claim, show as showLease } from "./lease.js";
import { drain } from "./outbox.js";
import { addressOf, desk, find, questionHere } from "./page.js";
import { arePut, isEntered, renew } from "./passages.js";
import { say, tell } from "./say.js";
import { met, watch } from "./rest.js";
import { current, rowOf, rows } from "./rows.js";
import { showRow } from "./show.js";
import { recall } from "./undoing.js";
import { catchUp } from "./unsent.js";

let ready = false;
export const isReady = () => ready;

function setReady(isIt) {
  ready = isIt;
  desk().toggleAttribute("data-ready", isIt);
}

export async function go(question, how) {
  setReady(false);
  const began = performance.now();
  try {
    await bring(question, how);
    await begin(began, how?.item);
  } catch (fault) {
    // The page itself says what the server refused.
    if (fault.isAnswer) return location.assign(addressOf("page", question));
    say(find("#said").dataset.away);
    find("#away").hidden = false;
    showLease();
    setReady(true);
  }
}

// The page as the server has it now, at the row in front.
export function renewHere() {
  drop(questionHere());
  return go(questionHere(), { item: current()?.dataset.item });
}

function onQuestionDone() {
  finish(questionHere());
  const next = nextQuestion();
  if (next) go(next);
  else find("#all-done").hidden = false;
}

// On to what is left; who wants the one that follows in order says so.
export function goOn(inOrder = false) {
  const next = inOrder ? desk().dataset.after : nextQuestion();
  if (next) go(next);
  else tell(find("#said").dataset.last);
}

// Keys wait until what was put on the page is painted.
function whenPainted() {
  requestAnimationFrame(() => requestAnimationFrame(() => setReady(true)));
}

async function onUnitShown({ detail: { row, unit } }) {
  met(row);
  paintDistinct(row, unit);
  if (!isEntered(row)) return;
  setReady(false);
  await renew().catch(() => {});
  watch();
  whenPainted();
}

export async function begin(began, item = new URLSearchParams(location.search).get("item")) {
  desk().addEventListener("question-done", onQuestionDone);
  desk().addEventListener("unit-shown", onUnitShown);
  arePut();
  meet();
  recall();
  paintFeedback();
  find("#main").tabIndex = -1; // its row in front is met by Tab
  if (find("#question").scrollHeight > find("#question").clientHeight) find("#question").tabIndex = 0; // keys scroll it
  const row = rowOf(item) ?? current() ?? rows()[0];
  if (row) showRow(row);
  if (began) measured("equer:next-question", began);
  await catchUp();
  move();
  whenPainted();
  watch();
  engrave();
  pointAhead();
  lookAhead();
  claim();
  showLease();
  drain();
}
