// What is engraved on this person's keyboard: the browser tells it, or the keys pressed so far do;
// before the first of them it is the layout that goes with their language.
const LETTERS = ["KeyF", "KeyS", "KeyA", "KeyD", "KeyR", "KeyJ", "KeyK", "KeyN", "KeyP", "KeyU", "KeyX", "KeyT", "KeyC", "KeyG"];
const SIGNS = { BracketLeft: "[", BracketRight: "]", Semicolon: ";" };
const AZERTY = { KeyA: "q", KeyQ: "a", KeyW: "z", KeyZ: "w", Semicolon: "m", BracketLeft: "^", BracketRight: "$" };
const QWERTZ = { KeyY: "z", KeyZ: "y", Semicolon: "ö", BracketLeft: "ü", BracketRight: "+" };
const PRESSED = "equer-keys-pressed";

const signOn = (layout, code) => layout[code] ?? SIGNS[code] ?? code.slice("Key".length).toLowerCase();
const pressed = () => JSON.parse(localStorage.getItem(PRESSED) ?? "{}");

// The layout that most of the keys pressed so far agree with; the first of those that are alike.
function likely(keys) {
  const layouts = /^fr\b(?!-C[AH])/i.test(navigator.language) ? [AZERTY, {}, QWERTZ] : [{}, AZERTY, QWERTZ];
  const agreeing = (layout) => Object.keys(keys).filter((code) => signOn(layout, code) === keys[code]).length;
  return layouts.reduce((best, layout) => (agreeing(layout) > agreeing(best) ? layout : best));
}

export async function engrave() {
  const told = await navigator.keyboard?.getLayoutMap?.().catch(() => null);
  const keys = pressed();
  const layout = likely(keys);
  for (const code of [...LETTERS, "BracketLeft", "BracketRight"]) {
    const sign = told?.get(code) ?? keys[code] ?? signOn(layout, code);
    for (const cap of document.querySelectorAll(`[data-cap="${code}"]`)) cap.textContent = sign.toUpperCase();
  }
}

// A key with its sign, both as they are without Shift: kept for the next page.
document.addEventListener("keydown", ({ code, key, shiftKey, ctrlKey, altKey, metaKey, isComposing }) => {
  const isLetter = /^Key[A-Z]$/.test(code);
  if (key.length !== 1 || ctrlKey || altKey || metaKey || isComposing || !(isLetter || (code in SIGNS && !shiftKey))) return;
  const keys = pressed();
  if (keys[code] === key.toLowerCase()) return;
  localStorage.setItem(PRESSED, JSON.stringify({ ...keys, [code]: key.toLowerCase() }));
  engrave();
}, { capture: true });
