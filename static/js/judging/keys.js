// Keys are matched on the physical key, so QWERTY, AZERTY and QWERTZ give the same labels.
const LETTERS = { KeyF: "F", KeyS: "S", KeyA: "A", KeyD: "D", KeyR: "R", KeyJ: "J", KeyK: "K", KeyN: "N", KeyP: "P", KeyU: "U", KeyX: "X", KeyT: "T", KeyC: "C", KeyG: "G", BracketLeft: "[", BracketRight: "]" };
const OFF = "equer-keys-off";

export const areOff = () => localStorage.getItem(OFF) === "1";
export const switchOff = (off) => (off ? localStorage.setItem(OFF, "1") : localStorage.removeItem(OFF));

function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target.tagName === "INPUT" && !/^(radio|checkbox|button|submit)$/.test(target.type)));
}

const isCovered = () => document.querySelector("[popover]:popover-open, dialog[open]") !== null;
// Space and Enter press the control that has the focus, arrows move in a group of radio buttons.
const isPressing = (event) => (event.code === "Space" && event.target.closest?.("button, input, summary")) ||
  (event.code.startsWith("Arrow") && event.target.matches?.("input"));

// The name of what a key asks for: a physical key, or a sign wherever the layout has it.
export function named(event) {
  if (event.isComposing || event.repeat || event.altKey || isTyping(event.target) || isCovered() || isPressing(event)) return null;
  if (event.ctrlKey || event.metaKey) return { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()] ?? null;
  if (areOff()) return null;
  if (event.key === "?" || event.key === "/") return event.key;
  return event.shiftKey ? `Shift+${event.code}` : event.code;
}

// The letters engraved on this person's keyboard, where the browser tells them.
export async function engrave() {
  const layout = await navigator.keyboard?.getLayoutMap?.().catch(() => null);
  for (const code of layout ? Object.keys(LETTERS) : []) {
    for (const cap of document.querySelectorAll(`[data-cap="${code}"]`)) cap.textContent = (layout.get(code) ?? LETTERS[code]).toUpperCase();
  }
}
