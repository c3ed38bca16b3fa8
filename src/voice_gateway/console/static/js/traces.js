// The engineer's view: every turn that is kept, found by words and outcome, with a link of its own.

import { json } from "./api.js";
import { byId, element, notice } from "./element.js";
import { summary, timeline } from "./timeline.js";
import { OUTCOMES, WENT_WRONG, milliseconds, outcome } from "./words.js";

let wanted = "";
let asked = 0;

/** Make the form work. */
export function startTraces() {
  const form = byId("traces-find");
  const kept = element("input", { type: "checkbox", name: "words", onchange: () => keep(kept) });
  const save = (kind, label) => element("button", { class: "plain", type: "button", onclick: () => open(`/api/traces/export?limit=300&form=${kind}&${query()}`, "_blank", "noopener") }, label);
  form.append(
    element("label", { class: "grow" }, element("span", { class: "hidden" }, "Words of a turn"),
      element("input", { name: "search", type: "search", placeholder: "Find turns by their words", autocomplete: "off", oninput: find })),
    element("select", { name: "outcome", class: "mode", "aria-label": "What came of it", onchange: find },
      element("option", { value: "" }, "Whatever came of it"), ...Object.entries(OUTCOMES).map(([name, words]) => element("option", { value: name }, words))),
    save("json", "JSON"), save("otlp", "OpenTelemetry"),
    element("label", { class: "tick" }, kept, element("span", {}, "Keep exact prompts and replies", element("span", { class: "muted" }, "From now on, until the program ends."))));
  form.addEventListener("submit", (event) => event.preventDefault());
}

/** Show the latest ones; `id` is the one that a link leads to. */
export async function showTraces(id) {
  wanted = id;
  byId("traces-find").elements.words.checked = (await json("/api/traces/words").catch(() => ({}))).kept ?? false;
  await find();
  if (!wanted) return;
  let box = byId("traces-list").querySelector(`[data-trace="${CSS.escape(wanted)}"]`);
  if (!box) {
    const whole = await json(`/api/traces/${encodeURIComponent(wanted)}`).catch(gone);
    if (!whole) return;
    box = row({ ...whole, answer: "", intent: "", seconds: 0, outcome: whole.events.at(-1)?.outcome ?? "" });
    byId("traces-list").prepend(box);
  }
  box.open = true;
  box.scrollIntoView({ block: "start" });
}

/** A link that leads nowhere any more says so where the turn would be. */
function gone(error) {
  byId("traces-list").prepend(element("p", { class: "problem", role: "alert" }, error.message));
}

function query() {
  const { search, outcome: one } = byId("traces-find").elements;
  return new URLSearchParams(Object.entries({ search: search.value.trim(), outcome: one.value }).filter(([, value]) => value)).toString();
}

async function find() {
  const number = ++asked;
  try {
    const { traces } = await json(`/api/traces?limit=200&${query()}`);
    if (number !== asked) return;
    byId("traces-sum").textContent = `${traces.length} found`;
    byId("traces-list").replaceChildren(traces.length
      ? element("div", { class: "rows" }, ...traces.map(row))
      : element("p", { class: "muted" }, query() ? "Nothing was said like that." : "Nothing was said yet."));
  } catch (error) {
    notice(error.message);
  }
}

function row(one) {
  const inside = element("div", { class: "inside" });
  const when = new Date(one.started * 1000).toLocaleString("en", { weekday: "short", hour: "numeric", minute: "2-digit", second: "2-digit" });
  const box = element("details", { class: "row", "data-trace": one.id, ontoggle: () => box.open && !inside.hasChildNodes() && fill(inside, one) },
    element("summary", {},
      element("span", { class: "label" }, one.text),
      element("span", { class: `pill ${WENT_WRONG.includes(one.outcome) ? "bad" : ""}` }, outcome(one.outcome)),
      one.recovered && element("span", { class: "pill warn" }, "recovered"),
      element("span", { class: "push" }, [one.intent, one.model, one.seconds && milliseconds(one.seconds), when].filter(Boolean).join(" · "))),
    inside);
  return box;
}

async function fill(inside, one) {
  try {
    const whole = await json(`/api/traces/${one.id}`);
    const at = `/api/traces/${one.id}`;
    inside.replaceChildren(
      element("div", { class: "trace" }, element("p", { class: "sums" }, ...summary(whole))),
      timeline(whole.events),
      element("div", { class: "acts" },
        element("a", { class: "plain", href: `#traces/${one.id}` }, "Link"),
        element("a", { class: "plain", href: at, download: `trace-${one.id}.json` }, "JSON"),
        element("a", { class: "plain", href: `${at}?form=otlp`, download: `trace-${one.id}-otlp.json` }, "OpenTelemetry"),
        element("a", { class: "plain", href: `#try/${encodeURIComponent(one.text)}` }, "Try it again")));
  } catch (error) {
    inside.replaceChildren(element("p", { class: "problem" }, error.message));
  }
}

async function keep(box) {
  await json("/api/traces/words", { body: { kept: box.checked } }).catch((error) => notice(error.message));
}
