// One tab at a time judges a question: the others only look, until they are told to go on here.
import { desk, find, token } from "./page.js";

const RENEW = 20000;
let readOnly = false;
let timer = 0;

// A copied tab copies its session storage: the name is taken out while the tab lives.
const tab = sessionStorage.getItem("equer-tab") ?? crypto.randomUUID();
sessionStorage.removeItem("equer-tab");
addEventListener("pagehide", () => {
  sessionStorage.setItem("equer-tab", tab);
  if (!readOnly) navigator.sendBeacon(desk().dataset.lease, new URLSearchParams({ tab, place: desk().dataset.place, releases: "on", csrfmiddlewaretoken: token() }));
});

export const isReadOnly = () => readOnly;

export async function claim(takesOver = false) {
  clearTimeout(timer);
  timer = setTimeout(claim, RENEW);
  if (document.visibilityState === "hidden" && !takesOver) return;
  const form = new URLSearchParams({ tab, place: desk().dataset.place });
  if (takesOver) form.set("takes_over", "on");
  const headers = { Accept: "application/json", "X-CSRFToken": token() };
  const response = await fetch(desk().dataset.lease, { method: "POST", body: form, headers }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (answer?.state === "held" || answer?.state === "elsewhere") show(answer.state === "elsewhere");
}

function show(elsewhere) {
  readOnly = elsewhere;
  desk().toggleAttribute("data-read-only", elsewhere);
  find("#elsewhere").hidden = !elsewhere;
  for (const button of document.querySelectorAll("#verdict-form button")) button.disabled = elsewhere;
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#continue-here")) claim(true);
});
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && claim());
