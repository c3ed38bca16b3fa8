// Asks before something is opened, heated or heard. One question after the other.

import { byId } from "./element.js";

let asking = Promise.resolve();

/** Whether the person says yes to the question that is seen. */
export function confirmed(question, yes, note = "One tap is not enough for this: it opens, floods, heats or is loud.") {
  const answer = asking.then(() => ask(question, yes, note));
  asking = answer;
  return answer;
}

function ask(question, yes, note) {
  const dialog = byId("confirm");
  byId("confirm-question").textContent = question;
  byId("confirm-note").textContent = note;
  byId("confirm-yes").textContent = yes;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
