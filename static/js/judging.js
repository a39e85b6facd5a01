// Keys of the judging page: matched on the physical key, so every layout works alike.
const LETTERS = { KeyF: "F", KeyS: "S", KeyA: "A", KeyD: "D", KeyN: "N", KeyP: "P", KeyU: "U" };

function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function isBusy(event) {
  return event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey ||
    isTyping(event.target) || document.querySelector("[popover]:popover-open, dialog[open], .htmx-request");
}

function move(step) {
  const rows = [...document.querySelectorAll(".group a.group__text")];
  const here = rows.findIndex((row) => row.closest(".group--current"));
  rows[here + step]?.click();
}

document.addEventListener("keydown", (event) => {
  if (isBusy(event)) return;
  if (event.code === "KeyJ" || event.code === "ArrowDown") return void (event.preventDefault(), move(1));
  if (event.code === "KeyK" || event.code === "ArrowUp") return void (event.preventDefault(), move(-1));
  if (event.key === "?") return void document.getElementById("keys")?.showPopover();
  const button = document.querySelector(`[data-key="${event.code}"]`);
  if (!button || event.shiftKey) return;
  event.preventDefault();
  const means = button.form?.elements.namedItem("means");
  if (means) means.value = "key";
  button.click();
});

// The letters engraved on this person's keyboard, where the browser tells them.
async function engrave() {
  const layout = await navigator.keyboard?.getLayoutMap?.().catch(() => null);
  if (!layout) return;
  for (const code of Object.keys(LETTERS)) {
    const cap = document.querySelector(`[data-key="${code}"] .key`);
    if (cap) cap.textContent = (layout.get(code) ?? LETTERS[code]).toUpperCase();
  }
}

function keepInView() {
  document.querySelector(".group--current")?.scrollIntoView({ block: "nearest" });
  document.querySelector(".evidence__text .passage, .evidence__text .hit")?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:afterSwap", () => { keepInView(); engrave(); });
document.addEventListener("htmx:sendError", () => warn());
document.addEventListener("htmx:responseError", () => warn());

function warn() {
  document.getElementById("saved")?.setAttribute("hidden", "");
  document.getElementById("unsaved")?.removeAttribute("hidden");
}

keepInView();
engrave();
