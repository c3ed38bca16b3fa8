// Routines: lines of the language under a name.

import { json } from "./api.js";
import { byId, element, notice } from "./element.js";
import { line, wish } from "./lines.js";
import { count } from "./words.js";

/** Make the editor work. */
export function startRoutines() {
  byId("routine-new").addEventListener("click", () => edit({ name: "", lines: [""] }));
  byId("editor-close").addEventListener("click", () => byId("editor").close());
}

/** Show all of them. */
export function showRoutines(routines) {
  byId("routines-list").replaceChildren(routines.length
    ? element("div", { class: "rows" }, ...routines.map(row))
    : element("p", { class: "muted" }, "There are none yet. A routine does several things at one word: “good night”."));
}

function row(routine) {
  const { name, lines, words, written } = routine;
  const act = (label, onclick) => element("button", { class: "plain", type: "button", "aria-label": `${label} “${name}”`, onclick }, label);
  return element("details", { class: "row" },
    element("summary", {},
      element("span", { class: "label" }, name[0].toUpperCase() + name.slice(1)),
      element("span", { class: "push" }, written ? "from routines.toml" : count(lines.length, "line"))),
    element("div", { class: "inside" },
      element("p", {}, `${words[0].toUpperCase()}${words.slice(1)}.`),
      element("pre", {}, lines.join("\n")),
      element("div", { class: "acts" },
        act("Run", () => wish(`activate ${name}`)),
        !written && act("Change", () => edit(routine)),
        !written && act("Delete", () => remove(name)))));
}

async function remove(name) {
  await json(`/api/routines/${encodeURIComponent(name)}`, { method: "DELETE" }).catch((error) => notice(error.message));
}

function edit(routine) {
  const form = byId("editor-form");
  byId("editor-title").textContent = routine.name ? `Change “${routine.name}”` : "New routine";
  const name = element("input", { type: "text", name: "name", value: routine.name, maxlength: 80, required: true, placeholder: "good night", autocomplete: "off" });
  const list = element("div", { class: "lines" });
  const fields = [];
  const add = (text = "") => {
    const made = line(`Line ${fields.length + 1}`, text, () => add());
    fields.push(made);
    list.append(made.box);
    if (byId("editor").open) made.field.focus();
  };
  routine.lines.forEach(add);
  const said = element("p", { role: "status" });
  form.replaceChildren(
    element("label", {}, "What you say", name),
    element("p", { class: "label" }, "What happens, one line after the other"), list,
    element("button", { class: "link", type: "button", onclick: () => add() }, "Another line"), said,
    element("div", { class: "ends" }, element("button", { class: "primary", type: "submit" }, "Save")));
  form.onsubmit = async (event) => {
    event.preventDefault();
    try {
      const lines = fields.map((one) => one.value()).filter(Boolean);
      await json("/api/routines", { body: { name: name.value.trim(), lines, was: routine.name } });
      byId("editor").close();
      notice(`Saved. Say “${name.value.trim()}”.`);
    } catch (error) {
      said.textContent = error.message;
      said.className = "problem";
    }
  };
  byId("editor").showModal();
  (routine.name ? fields[0].field : name).focus();
}
