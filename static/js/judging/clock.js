// Milliseconds that the person looked at what they judged: in sight, and not away from the desk.
const AWAY = 120000;
let since = performance.now();
let spent = 0;
let seen = since;

function settle() {
  const now = performance.now();
  if (document.visibilityState === "visible") spent += Math.min(now - since, AWAY);
  since = seen = now;
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") spent += Math.min(performance.now() - since, AWAY);
  since = performance.now();
});

export function activeMs() {
  settle();
  const looked = Math.round(spent);
  spent = 0;
  return looked;
}

// How long a key took to be painted, for whoever measures.
export function measured(name, began) {
  requestAnimationFrame(() => setTimeout(() => performance.measure(name, { start: began, end: performance.now() })));
}
