// Settling a disagreement: a key chooses the label, the form is sent by its button alone.
import { named } from "./keys.js";
import { engrave } from "./layout.js";

const LABELS = { KeyF: "correct", KeyS: "inexact", KeyA: "unsupported", KeyD: "incorrect" };
const LINKS = { KeyP: "#previous-dispute", KeyN: "#next-dispute" };

document.addEventListener("keydown", (event) => {
  const name = named(event);
  const radio = document.querySelector(`input[name="label"][value="${LABELS[name]}"]`);
  const link = LINKS[name] && document.querySelector(LINKS[name]);
  if (radio) {
    radio.checked = true;
    radio.focus();
  } else if (link) link.click();
  else return;
  event.preventDefault();
});

engrave();
