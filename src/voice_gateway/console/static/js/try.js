// What would come of a sentence, with one model or two side by side. Nothing is done.

import { json } from "./api.js";
import { byId, element } from "./element.js";
import { timeline } from "./timeline.js";
import { outcome } from "./words.js";

let models = null;
let text = null;

/** Make the form work. */
export function startTry() {
  text = element("input", { name: "text", type: "text", maxlength: 4000, required: true, placeholder: "turn off everything downstairs but the hall", "aria-label": "A sentence", autocomplete: "off" });
  const form = byId("try-form");
  form.append(element("div", { class: "grow" }, text), ...["first", "second"].map((name) => element("select", { name, class: "mode", "aria-label": name === "first" ? "Who answers" : "Beside it" })),
    element("button", { class: "primary", type: "submit" }, "Try"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form);
  });
}

/** Show the form; with a sentence, try it at once. */
export async function showTry(sentence) {
  const form = byId("try-form");
  models ??= (await json("/api/try/models").catch(() => ({ models: [] }))).models;
  if (!form.elements.first.options.length) {
    form.elements.first.append(...models.map((name) => element("option", { value: name }, name)));
    form.elements.second.append(element("option", { value: "" }, "nobody beside it"), ...models.map((name) => element("option", { value: name }, name)));
  }
  if (!sentence) return;
  text.value = sentence;
  attempt(form);
}

async function attempt(form) {
  const box = byId("tried");
  const { first, second } = form.elements;
  if (!text.value.trim()) return;
  box.replaceChildren(element("p", { class: "muted" }, "Trying it …"));
  try {
    const { tried } = await json("/api/try", { body: { text: text.value.trim(), models: [first.value, second.value].filter(Boolean) } });
    box.replaceChildren(...tried.map(column));
  } catch (error) {
    box.replaceChildren(element("p", { class: "problem" }, error.message));
  }
}

function column(one) {
  if (one.problem) return element("article", { class: "column" }, element("h2", {}, one.model), element("p", { class: "problem" }, one.problem));
  const seen = one.trace.events.find((event) => event.event === "classified");
  const part = (title, ...children) => element("section", {}, element("h3", {}, title), ...children);
  return element("article", { class: "column", "aria-label": one.model },
    element("h2", {}, one.model),
    element("p", { class: "words" }, one.answer),
    element("p", { class: "muted" }, outcome(one.outcome), one.question && one.question !== one.answer ? ` · would ask: ${one.question}` : ""),
    part("What would change", one.changes.length || one.plans.length
      ? element("ul", { class: "changes" },
        ...one.changes.map((change) => element("li", {}, element("strong", {}, change.name), element("span", {}, `${change.before} → ${change.after}`))),
        ...one.plans.map((words) => element("li", {}, element("strong", {}, "Planned"), element("span", {}, words))))
      : element("p", { class: "muted" }, "Nothing.")),
    part("How it was read", element("p", {}, [
      seen && `Router: ${seen.intent}, ${Math.round(seen.confidence * 100)} % sure`,
      one.by ? `read by ${one.by === "rules" ? "the rules" : one.by}` : "left to the model",
    ].filter(Boolean).join(" · ")),
    one.targets.length > 0 && element("p", {}, `Means: ${one.targets.join(", ")}`),
    one.wish && element("p", {}, element("code", {}, one.wish)),
    one.tree && element("details", {}, element("summary", {}, "The tree"), tree(one.tree))),
    part("Step by step", timeline(one.trace.events)));
}

function tree(value) {
  const { is, ...rest } = value;
  return element("ul", { class: "tree" }, element("li", {}, element("strong", {}, is),
    element("ul", {}, ...Object.entries(rest).flatMap(([name, inner]) => (Array.isArray(inner) ? inner : [inner]).map((each) =>
      each && typeof each === "object" && each.is ? element("li", {}, element("span", { class: "muted" }, name), tree(each))
        : element("li", {}, element("span", { class: "muted" }, name), ` ${each}`))))));
}
