// A question that waits for its answer. One at a time: the buttons of all others do nothing any more.

import { announce, element } from "./element.js";

const OVER = "This question is no longer open.";
let close = () => {};

/** Something else was said, or another answer came. */
export function closeQuestion() {
  close();
}

/** Buttons that answer this very question. `send(text, id)` says it. `repeat`: show its words, too. */
export function showQuestion(question, send, repeat = false) {
  close();
  const { id, text, replies, seconds } = question;
  const note = element("p", { class: "over", hidden: true }, OVER);
  const last = replies.length - 1;
  const buttons = replies.map((reply, index) => element("button", {
    class: index === last ? "plain" : "primary", type: "button", "data-question": id,
    onclick: () => {
      buttons[index].setAttribute("aria-pressed", "true");
      send(reply.text, id);
    },
  }, reply.label));
  const box = element("div", { class: "choices", role: "group", "aria-label": text },
    repeat && element("p", {}, text), ...buttons, note);
  const timer = setTimeout(() => {
    close();
    note.hidden = false;
    announce(OVER);
  }, seconds * 1000);
  close = () => {
    clearTimeout(timer);
    for (const button of buttons) button.disabled = true;
    close = () => {};
  };
  return box;
}
