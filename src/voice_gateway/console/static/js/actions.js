// What can be done with an answer: copy it, try again, change what was said, and judge it.

import { json } from "./api.js";
import { element, notice } from "./element.js";
import { icon } from "./icons.js";

/** Buttons under an answer. `again(text)` says it once more; `edit(text)` puts it into the field. */
export function actions(said, { again, edit }) {
  const copy = button("copy", "Copy the answer", () => copied(said.text));
  const retry = button("recovered", "Try again", () => again(said.sentence));
  const change = button("edit", "Edit and say again", () => edit(said.sentence));
  const box = element("div", { class: "actions", role: "group", "aria-label": "This answer" }, copy, retry, change);
  if (said.turn) box.append(...judging(said, box));
  return box;
}

function button(drawn, label, onclick) {
  return element("button", { class: "quiet small", type: "button", "aria-label": label, title: label, onclick }, icon(drawn));
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice("Copied.");
  } catch {
    notice("This browser lets nobody copy from here.");
  }
}

function judging(said, box) {
  const good = button("good", "That was right", () => judge(true));
  const bad = button("bad", "That was wrong", () => ask());
  const mark = (value) => {
    good.setAttribute("aria-pressed", String(value === true));
    bad.setAttribute("aria-pressed", String(value === false));
  };
  mark(said.good ?? null);
  const judge = async (value, wanted = "") => {
    try {
      const done = await json(`/api/turns/${said.turn}/judgement`, { body: { good: value, wanted } });
      mark(value);
      notice(done.file ? `Thank you. It is now a test in ${done.file}.` : "Thank you.");
    } catch (error) {
      notice(error.message);
    }
  };
  const ask = () => {
    if (box.querySelector("form")) return;
    const field = element("input", { type: "text", maxlength: 500, "aria-label": "What should have happened?", placeholder: "What should have happened? Or: nothing" });
    const form = element("form", { class: "wanted", onsubmit: (event) => {
      event.preventDefault();
      form.remove();
      judge(false, field.value.trim());
    } }, field, element("button", { class: "plain", type: "submit" }, "Save"));
    box.append(form);
    field.focus();
  };
  return [good, bad];
}
