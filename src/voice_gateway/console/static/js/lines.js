// Lines of the language of wishes: gone on with while they are typed, and explained below.

import { Problem, json } from "./api.js";
import { confirmed } from "./confirm.js";
import { announce, element, notice } from "./element.js";

let number = 0;

/** A field for one line. `value()` is what stands in it, `ready()` whether it can be meant. */
export function line(label, text = "", more = null) {
  const id = `line-${++number}`;
  const words = element("p", { class: "meaning", id: `${id}-means` });
  const goesOn = element("datalist", { id: `${id}-list` });
  const field = element("input", {
    type: "text", id, value: text, maxlength: 1200, "aria-label": label, "aria-describedby": words.id, list: goesOn.id,
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "off lights",
    oninput: () => later(),
    onkeydown: (event) => {
      if (event.key === "Enter" && more && field.value.trim()) {
        event.preventDefault();
        more();
      }
    },
  });
  const box = element("div", { class: "line" }, field, goesOn, words);
  let waiting = null;
  let asked = 0;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, 150);
  };
  const look = async () => {
    const now = ++asked;
    if (!field.value.trim()) return words.replaceChildren();
    const told = await json("/api/wishes/explain", { body: { line: field.value } }).catch(() => null);
    if (now !== asked || !told) return;
    const open = document.activeElement === field;
    goesOn.replaceChildren(...(open ? told.goes_on : []).map((value) => element("option", { value })));
    words.classList.toggle("problem", Boolean(told.problem));
    words.textContent = told.words ? `${told.words[0].toUpperCase()}${told.words.slice(1)}.` : told.problem;
  };
  if (text) look();
  return { box, field, value: () => field.value.trim() };
}

/** Carry out a line; a guarded one is asked about first. Whether it was done. */
export async function wish(text) {
  try {
    let said = await json("/api/wishes", { body: { line: text } });
    if (said.question) {
      const yes = said.question.replies[0];
      if (!await confirmed(said.question.text.replace(/ Say yes to confirm\.$/, ""), yes.label)) return false;
      said = await json("/api/chat", { body: { text: yes.text, conversation: said.conversation, answers: said.question.id } });
    }
    if (said.success) announce(said.text);
    notice(said.text);
    return said.success;
  } catch (error) {
    notice(error instanceof Problem ? error.message : "Something went wrong on this page.");
    return false;
  }
}
