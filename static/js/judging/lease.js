// One tab at a time judges a question: the others only look, until they are told to go on here.
import { desk, find, token } from "./page.js";

const RENEW = 20000;
let elsewhere = false;
let timer = 0;

// A copied tab copies its session storage: the name is taken out while the tab lives.
const tab = sessionStorage.getItem("equer-tab") ?? crypto.randomUUID();
sessionStorage.removeItem("equer-tab");
addEventListener("pagehide", () => {
  sessionStorage.setItem("equer-tab", tab);
  if (!elsewhere) navigator.sendBeacon(desk().dataset.lease, new URLSearchParams({ tab, place: desk().dataset.place, releases: "on", csrfmiddlewaretoken: token() }));
});

export const isReadOnly = () => elsewhere || find("#closed") !== null;

// Another tab of this browser is told at once, one elsewhere within the time of a renewal.
const others = new BroadcastChannel("equer-judging");
others.addEventListener("message", ({ data }) => data === desk().dataset.lease && show(true));

export async function claim(takesOver = false) {
  clearTimeout(timer);
  if (find("#closed")) return show(false);
  timer = setTimeout(claim, RENEW);
  if (document.visibilityState === "hidden" && !takesOver) return;
  const form = new URLSearchParams({ tab, place: desk().dataset.place });
  if (takesOver) form.set("takes_over", "on");
  const headers = { Accept: "application/json", "X-CSRFToken": token() };
  const response = await fetch(desk().dataset.lease, { method: "POST", body: form, headers }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  // The page of a question that somebody else has now says so, and where to go on.
  if (answer?.state === "given-away") return location.reload();
  if (answer?.state !== "held" && answer?.state !== "elsewhere") return;
  const isBack = elsewhere && answer.state === "held";
  if (takesOver && answer.state === "held") others.postMessage(desk().dataset.lease);
  if (!isBack) return show(answer.state === "elsewhere");
  elsewhere = false; // painted once what the other tab judged is on the page
  document.dispatchEvent(new CustomEvent("page-outdated"));
}

export function show(isElsewhere = elsewhere) {
  elsewhere = isElsewhere;
  desk().toggleAttribute("data-read-only", isReadOnly());
  find("#elsewhere").hidden = !elsewhere;
  for (const button of document.querySelectorAll("#verdict-form button, .bar-desk__more button, #split")) button.disabled = isReadOnly();
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#continue-here")) claim(true);
});
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && claim());
