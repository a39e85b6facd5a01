// Keys are matched on the physical key, so QWERTY, AZERTY and QWERTZ give the same labels.
const SIGNS = { "?": "?", "/": "/", "[": "BracketLeft", "]": "BracketRight" }; // wherever the layout has them
const CHORDS = { z: "undo", "Shift+z": "redo", y: "redo" };
const LEAVING = new Set(["Enter", "Escape"]); // a field, not letters
const OFF = "equer-keys-off";

export const areOff = () => localStorage.getItem(OFF) === "1";
export const switchOff = (off) => (off ? localStorage.setItem(OFF, "1") : localStorage.removeItem(OFF));

function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target.tagName === "INPUT" && !/^(radio|checkbox|button|submit)$/.test(target.type)));
}

const cover = () => document.querySelector("[popover]:popover-open, dialog[open]");
// What no single key is: held down, part of a chord or of what an input method composes.
// A sign that the layout has behind AltGr, or behind Option, is one all the same.
const isPartOfMore = (event) => event.isComposing || event.key === "Process" || event.repeat || (isAlternate(event) && !isSign(event));
const isAlternate = (event) => event.altKey || event.getModifierState("AltGraph");
const isSign = (event) => event.key in SIGNS && !event.metaKey && (!event.ctrlKey || isAlternate(event));
// Space and Enter press the control that has the focus, arrows move in a group of radio buttons.
const isPressing = (event) => (event.code === "Space" && event.target.closest?.("button, input, summary")) ||
  (event.code.startsWith("Arrow") && event.target.matches?.("input"));

const nameIn = (place, name) => (place ? `${place.id} ${name}` : name);

// The name of what a key asks for: a physical key, or a sign wherever the layout has it; before it
// the field that is typed in, or what lies over the desk. Every key of the page passes here.
export function named(event) {
  const isChord = (event.ctrlKey || event.metaKey) && !isSign(event);
  if (isPartOfMore(event) || isPressing(event)) return null;
  if (isTyping(event.target)) return !isChord && LEAVING.has(event.key) ? nameIn(event.target, event.key) : null;
  if (isChord) return cover() ? null : CHORDS[`${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}`] ?? null;
  if (areOff() && (event.key.length === 1 || event.key === "Dead")) return null; // what writes, no arrow
  if (event.key in SIGNS) return nameIn(cover(), SIGNS[event.key]);
  return nameIn(cover(), event.shiftKey ? `Shift+${event.code}` : event.code);
}
